/**
 * Returns whether a file has the signature of a PDF, which is in its first kilobyte (PDF 32000-1,
 * 7.5.2 and Annex H).
 */
export function isPdf({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).subarray(0, 1024).includes('%PDF-');
}
