import { createFileBytes } from './file-bytes.ts';
import type { FileBytes } from './ports/files.ts';
import { createBucket } from './s3/create-bucket.ts';
import { createS3FileBytes } from './s3/s3-file-bytes.ts';
import type { S3Options } from './s3/s3-options.ts';

/** The contents of files: in a bucket where one is named, else in this folder. */
export function openFileBytes(folder: string, s3: S3Options | undefined): FileBytes {
  if (s3 === undefined) return createFileBytes(folder);
  const { addressSeconds } = s3;
  return createS3FileBytes(createBucket(s3), { addressSeconds });
}
