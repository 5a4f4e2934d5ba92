import { readMetadata, readReceipt } from '@tintype/contract/headers';
import type { StoredOutput, StoredRequest } from '@tintype/store';
import type { Run } from './assessment.ts';
import { fileNames } from './monitor-request.ts';
import type { FileRef, Snapshot } from './monitor-state.ts';

/**
 * Returns what a finished run rendered, or why it failed. A run fails if its request, or one of its
 * files, does; `fail_on` makes blank pages, walls and error pages fail.
 */
export function runOf(request: StoredRequest): Run {
  const { outputs = [], error } = request;
  if (request.status !== 'succeeded') {
    return { error: error?.message ?? 'The run has no result.' };
  }
  const failure = outputs.find((output) => output.error !== undefined)?.error;
  if (failure) return { error: failure.message };
  return snapshotOf(request, outputs);
}

function snapshotOf(request: StoredRequest, outputs: readonly StoredOutput[]): Snapshot {
  const find = (name: string) => outputs.find((output) => output.name === name);
  const [image, text] = [find(fileNames.image), find(fileNames.text)];
  const elements = find(fileNames.elements);
  const headers = new Headers(text?.metadata ?? image?.metadata);
  const receipt = readReceipt(headers) ?? {};
  const { missing = [] } = receipt.settled ?? {};
  const { status } = receipt;
  const { ignored } = readReceipt(new Headers(image?.metadata)) ?? {};
  return {
    request: request.id,
    at: request.createdAt,
    ...fileOf('image', image),
    ...fileOf('text', text),
    ...fileOf('elements', elements),
    ...(ignored && { ignored }),
    ...(status !== undefined && { status: String(status) }),
    ...(missing.length > 0 && { missing }),
    ...metadataOf(headers),
  };
}

function fileOf<Name extends 'image' | 'text' | 'elements'>(
  name: Name,
  output: StoredOutput | undefined,
): { [Key in Name]?: FileRef } {
  if (!output?.file) return {};
  const { name: file, extension, mediaType } = output.file;
  return { [name]: { name: file, extension, mediaType } } as { [Key in Name]: FileRef };
}

function metadataOf(headers: Headers): Pick<Snapshot, 'metadata'> {
  const { title, icon } = readMetadata(headers);
  const metadata = { ...(title && { title }), ...(icon && { icon }) };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}
