/** The start of a text file. */
export interface TextStart {
  text: string;
  /** Size of the file. */
  bytes: number;
  /** True if the file is longer. */
  isCut: boolean;
}

/** More would take a browser seconds, and the memory of its tab. */
const maxBytes = 8_388_608;

/** Reads the start of a text: the rest stays in the browser's storage of files. */
export async function readStart(file: Blob): Promise<TextStart> {
  const isCut = file.size > maxBytes;
  const text = await file.slice(0, maxBytes).text();
  // The last character may be cut.
  return { text: isCut ? text.replace(/\uFFFD+$/, '') : text, bytes: file.size, isCut };
}
