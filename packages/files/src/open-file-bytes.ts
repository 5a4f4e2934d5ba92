import { createFileBytes, fileKey, objectOf, type FileBytes } from './file-bytes.ts';
import { createFolder } from './folder.ts';
import { createBucket, type Bucket } from './s3/bucket.ts';
import type { S3Options } from './s3/s3-options.ts';

const HOUR_MS = 3_600_000;

/** The contents of files: in a bucket where one is named, else in this folder. */
export function openFileBytes(folder: string, s3?: S3Options): FileBytes {
  return s3 ? inBucket(createBucket(s3), s3) : createFileBytes(createFolder(folder));
}

/**
 * Keeps content below `files/`, in the same places as in a folder, so that any tool can copy one to
 * the other. Each hour lists another 24th of the keys: a list of all objects would be long.
 */
function inBucket(bucket: Bucket, { addressSeconds = 0 }: S3Options): FileBytes {
  const prefix = 'files/';
  const address: FileBytes['address'] = (file, headers, seconds) => {
    const query = {
      'response-content-type': headers.contentType,
      // In ASCII it says nothing more, and not every server signs its signs alike.
      'response-content-disposition': headers.contentDisposition.replace(
        /; filename\*=UTF-8''[\w.-]+$/,
        '',
      ),
    };
    const lifetime = Math.max(1, Math.min(addressSeconds, Math.floor(seconds)));
    return bucket.address(objectOf(fileKey(file.name), prefix), query, lifetime);
  };
  return {
    ...createFileBytes(bucket, prefix, (at) => at % 24 === Math.floor(Date.now() / HOUR_MS) % 24),
    check: bucket.check,
    ...(addressSeconds > 0 && { address }),
  };
}
