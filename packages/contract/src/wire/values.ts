import * as z from 'zod/mini';
import type { KindName } from '../kinds/kind-info.ts';

export { exactOptional as optional } from 'zod/mini';

/** Adds keywords of JSON Schema. */
export const about = (description: string, keywords: object = {}) =>
  z.meta({ description, ...keywords });

export const text = (description: string, keywords?: object) =>
  z.string().check(about(description, keywords));

export const uri = (description: string) => text(description, { format: 'uri' });

export const requestId = text('UUID v7 of the request.', { format: 'uuid' });

export const count = z.int().check(z.minimum(0));

export const int64 = { format: 'int64' };

export const seconds = (description: string) =>
  z.int().check(about(`${description} Unix seconds.`, int64));

/** A kind of a service; `wireSchemas` fills in the names here and below. */
export const kindName = z.custom<KindName>();

/** The same, and `captures`. */
export const apiName = z.custom<KindName>();

/** The name of a plan of a service. */
export const planName = z.custom<string>();

/** The key of a body. */
export const accessKey = { access_key: z.optional(text('Unless X-Access-Key carries it.')) };
