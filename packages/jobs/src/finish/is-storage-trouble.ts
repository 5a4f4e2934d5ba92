import { RenderError } from '@tintype/contract';

/** The database or the files cannot be written at the moment: no fault of what is to be written. */
export function isStorageTrouble(error: unknown): boolean {
  return (
    error instanceof RenderError &&
    (error.code === 'storage_failed' || error.code === 'storage_full')
  );
}
