import type { StoredOutput, StoredRequest } from '@tintype/store';
import { fileAddress } from './file-routes.ts';
import { seconds, publicToJson } from './json-values.ts';

/** Writes what came of each output as the API shows it. */
export function outputsToJson(
  outputs: readonly StoredOutput[],
  { baseUrl }: Pick<StoredRequest, 'baseUrl'>,
): Record<string, unknown>[] {
  return outputs.map(({ name, kind, file, error, metadata }) => ({
    name,
    kind,
    ...(file && {
      file: fileAddress(baseUrl, file),
      expires: seconds(file.expiresAt),
      media_type: file.mediaType,
      bytes: file.bytes,
    }),
    ...(metadata && publicToJson(metadata)),
    ...(error && { error }),
  }));
}
