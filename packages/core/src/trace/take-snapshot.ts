import type { PageSession } from '../browser-source.ts';

/** What stands around the page in the message that brings it. */
const aroundBytes = 1024;

/**
 * The page as MHTML; undefined, or an error, where it has more bytes: then it is not read into memory.
 * @throws {RenderError} `page_too_large`
 */
export async function takeSnapshot(
  session: PageSession,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  const { data } = await session.sendWithin(mostBytes + aroundBytes, 'Page.captureSnapshot', {
    format: 'mhtml',
  });
  return data.length > mostBytes ? undefined : Buffer.from(data);
}
