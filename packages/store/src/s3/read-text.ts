import { S3Failure } from './s3-error.ts';

/** The body of an answer. @throws S3Failure for one that is longer */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new S3Failure(0, '', 'it answers at too great length');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
