import { readMetadata, readReceipt } from '@tintype/contract/headers';
import type { RequestState } from '@tintype/contract/wire';
import type { StoredFile } from '@tintype/store';

/** Returns metadata by parameter names, and the receipt. */
export function publicToJson(
  written: Readonly<Record<string, string>>,
): Pick<RequestState, 'metadata' | 'receipt'> {
  const headers = new Headers(written);
  const { imageSize, ...fields } = readMetadata(headers);
  const metadata = { ...fields, ...(imageSize && { image_size: imageSize }) };
  const receipt = readReceipt(headers);
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(receipt && { receipt }),
  };
}

/** Converts Unix milliseconds to seconds. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Returns the URL of a stored result. It grants access until it expires. */
export function fileAddress(
  baseUrl: string,
  { name, extension }: Pick<StoredFile, 'name' | 'extension'>,
): string {
  return `${baseUrl}/v1/files/${name}.${extension}`;
}
