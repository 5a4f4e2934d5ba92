/** One file of an answer that has several. */
export interface PackedFile {
  name: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
}
