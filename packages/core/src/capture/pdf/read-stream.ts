import type { CdpSession } from '../../browser-source.ts';

/** Bytes per message: most files take one, and no copy of a large one is in memory twice. */
const chunkSize = 4 * 1024 * 1024;

/** Reads a stream of the browser by its handle, and closes it. */
export async function readStream(session: CdpSession, handle: string | undefined): Promise<Buffer> {
  if (handle === undefined) throw new Error('Chromium gave no stream');
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', {
        handle,
        size: chunkSize,
      });
      chunks.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      if (eof) break;
    }
  } finally {
    session.send('IO.close', { handle }).catch(() => {});
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
