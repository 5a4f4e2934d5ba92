import { readMetadata } from '@tintype/contract/headers';

/** Each fact under the name of the parameter that asked for it. */
export function metadataToJson(written: Readonly<Record<string, string>>): Record<string, unknown> {
  const { imageSize, ...facts } = readMetadata(new Headers(written));
  return { ...facts, ...(imageSize && { image_size: imageSize }) };
}

/** Unix seconds, of Unix milliseconds. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
