import type { PageHandle } from '../page/page-handle.ts';

/** Bytes around the page in the message that contains it. */
const aroundBytes = 1024;

/**
 * The page as MHTML; undefined, or an error, where it has more bytes: then it is not read into
 * memory. Undefined in a remote browser, as a page that is too large for a message would cost the
 * connection that all renders there share.
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
