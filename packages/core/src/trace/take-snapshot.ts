import type { PageHandle } from '../page/page-handle.ts';

/** Bytes of the message in addition to the page. */
const aroundBytes = 1024;

/**
 * Returns the page as MHTML; undefined, or an error, if it has more bytes: then it is not read into
 * memory. Undefined for a remote browser, because a page that is too large for a message would
 * close the connection that all its renders share.
 * @throws {RenderError} `page_too_large`
 */
export async function takeSnapshot(
  { session, lease }: Pick<PageHandle, 'session' | 'lease'>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (lease.browser.remote) return undefined;
  const { data } = await session.sendWithin(maxBytes + aroundBytes, 'Page.captureSnapshot', {
    format: 'mhtml',
  });
  return data.length > maxBytes ? undefined : Buffer.from(data);
}
