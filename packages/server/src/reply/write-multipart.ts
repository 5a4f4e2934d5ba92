import type { PackedFile } from './packed-file.ts';

const encoder = new TextEncoder();

/** Writes files as `multipart/mixed` (RFC 2046, 5.1), each as it comes. */
export async function* writeMultipart(
  files: Iterable<PackedFile>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  for (const { name, mediaType, content } of files) {
    const head = [
      `--${boundary}`,
      `Content-Type: ${mediaType}`,
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      '',
    ];
    yield encoder.encode(head.join('\r\n'));
    yield* content;
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}
