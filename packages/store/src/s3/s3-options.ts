/** Keys that sign requests. */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of keys that end. */
  sessionToken?: string;
}

/** Source of temporary credentials: the endpoint of the container service, as in EKS and ECS. */
export interface S3KeysFrom {
  url: string;
  /** A file with what the header Authorization is to say; it is read each time. */
  tokenFile?: string;
  /** The same as text. */
  token?: string;
}

/** A role assumed with the token of a service account, as in EKS (IRSA). */
export interface S3KeysOfRole {
  roleArn: string;
  /** It is read each time. */
  tokenFile: string;
  /** Of STS. */
  endpoint: string;
}

/** A bucket, and how it is reached. Plain data: it is handed to threads. */
export interface S3Options {
  bucket: string;
  /** In front of every key, without slashes at its ends. Default: none. */
  prefix?: string;
  /** Default: that of AWS in the region. */
  endpoint?: string;
  /** Default `us-east-1`. */
  region?: string;
  credentials: S3Keys | S3KeysFrom | S3KeysOfRole;
  /** Validity of direct URLs in seconds. Default 0: the service streams files. */
  addressSeconds?: number;
  /** Maximum attempts of a request. Default 4. */
  attempts?: number;
  /** Maximum time of an attempt in ms, plus a second per MiB. Default 10,000. */
  attemptMs?: number;
}

/** The format that {@link parseS3Place} accepts, for messages. */
export const S3_PLACE = 's3://<bucket> or s3://<bucket>/<prefix>';

/**
 * Reads `s3://bucket/prefix`.
 *
 * A prefix has letters, digits, `.`, `_`, `-` and slashes alone: no client or server writes these
 * in two ways.
 */
export function parseS3Place(text: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]{0,200}))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const plain = prefix.replace(/[^/]\/$/, (end) => end.slice(0, 1));
  const isPlain =
    prefix === '' || plain.split('/').every((part) => part !== '' && !/^\.+$/.test(part));
  return isPlain ? { bucket, prefix: plain } : undefined;
}
