import { maxBatch } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import { wrongValue } from '@tintype/contract/light';
import type { BatchState } from '@tintype/contract/wire';
import type { Sitemap } from '@tintype/jobs/sitemap';

type Given = Record<string, unknown>;

/** A body with URLs instead of its sitemap, and notes about it. */
export interface ListedBody {
  body: Given;
  sitemap?: NonNullable<BatchState['sitemap']>;
}

/**
 * Replaces `sitemap` by its pages, at most `limit`.
 * @throws RenderError `invalid_parameter`, or what `read` throws
 */
export async function withSitemap(
  given: Given,
  read: (url: URL, limit: number) => Promise<Sitemap>,
): Promise<ListedBody> {
  const { sitemap, limit, ...body } = given;
  if (sitemap === undefined || sitemap === null) {
    if (limit === undefined || limit === null) return { body };
    throw parameterError('limit', 'limit belongs to sitemap.');
  }
  for (const name of ['requests', 'urls', 'url', 'html']) {
    const isGiven = body[name] !== undefined && body[name] !== null;
    if (isGiven) throw parameterError(name, `${name} cannot be given with sitemap.`);
  }
  const url = typeof sitemap === 'string' ? URL.parse(sitemap) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const expected = 'an absolute http or https address without a password';
    throw parameterError('sitemap', wrongValue('sitemap', expected, sitemap));
  }
  const { urls, leftOut } = await read(url, limitOf(limit));
  return { body: { ...body, urls }, sitemap: { pages: urls.length, left_out: leftOut } };
}

function limitOf(given: unknown): number {
  const limit = given ?? maxBatch;
  if (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= maxBatch) {
    return Number(limit);
  }
  throw parameterError('limit', wrongValue('limit', `an integer from 1 to ${maxBatch}`, given));
}
