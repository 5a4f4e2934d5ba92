export type { ByteRange, FileBytes, WrittenFile } from './file-bytes.ts';
export { fileKey } from './file-bytes.ts';
export { openFileBytes } from './open-file-bytes.ts';
export { createBucket, type Bucket } from './s3/bucket.ts';
export {
  parseS3Place,
  S3_PLACE,
  type S3Keys,
  type S3KeysFrom,
  type S3KeysOfRole,
  type S3Options,
} from './s3/s3-options.ts';
export { DISK_FULL, storageError } from './storage-error.ts';
export { syncFolder, syncFolderNow } from './sync-folder.ts';
