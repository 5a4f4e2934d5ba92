import type { Receipt } from '@tintype/contract/headers';

/** A request in the service's API. */
export interface RequestState {
  id: string;
  status: 'queued' | 'processing' | 'succeeded' | 'failed';
  api: string;
  url?: string;
  task?: number;
  batch?: string;
  scheduled_for?: number;
  created: number;
  started?: number;
  finished?: number;
  wait_ms?: number;
  duration_ms?: number;
  file?: string;
  expires?: number;
  outputs?: readonly {
    name: string;
    kind: string;
    file?: string;
    expires?: number;
    error?: { message?: string };
  }[];
  metadata?: Readonly<Record<string, unknown>>;
  receipt?: Receipt;
  error?: { error?: string; code?: string; message?: string };
}

/** Returns the path of a stored file on this service. Undefined once it has expired. */
export function filePath(
  { file, expires }: Pick<RequestState, 'file' | 'expires'>,
  now = Date.now(),
): string | undefined {
  if (file === undefined || (expires !== undefined && expires * 1000 <= now)) return undefined;
  return URL.parse(file)?.pathname;
}

const mediaTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
};

export function mediaTypeOf(path: string): string {
  return mediaTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
