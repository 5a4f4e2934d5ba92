import * as z from 'zod/mini';
import type { KindName } from '../kinds/kind-info.ts';

export { exactOptional as optional } from 'zod/mini';

/** Adds keywords of JSON Schema. */
export const about = (description: string, keywords: object = {}) =>
  z.meta({ description, ...keywords });

export const text = (description: string, keywords?: object) =>
  z.string().check(about(description, keywords));

export const count = z.int().check(z.minimum(0));

export const int64 = { format: 'int64' };

export const seconds = (description: string) =>
  z.int().check(about(`${description} Unix seconds.`, int64));

/** The kinds of a service; `wireSchemas` fills in their names. */
export const kindName = z.custom<KindName>();

/** The same, and `captures`. */
export const apiName = z.custom<KindName>();

/** The key of a body. */
export const accessKey = { access_key: z.optional(text('Unless X-Access-Key carries it.')) };
