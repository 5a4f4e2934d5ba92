import { readMetadata } from '@tintype/contract/headers';
import type { StoredRequest } from '@tintype/store';
import { fileAddress } from './file-routes.ts';

/** Writes a request as the API shows it. */
export function requestToJson(request: StoredRequest): Record<string, unknown> {
  const { id, status, api, createdAt, startedAt, finishedAt, file, error, baseUrl } = request;
  const { url, taskId, scheduledFor, metadata } = request;
  return {
    id,
    status,
    api,
    ...(url === undefined ? {} : { url }),
    ...(taskId === undefined ? {} : { task: taskId }),
    ...(scheduledFor === undefined ? {} : { scheduled_for: seconds(scheduledFor) }),
    created: seconds(createdAt),
    ...(startedAt === undefined ? {} : { started: seconds(startedAt) }),
    ...(finishedAt === undefined ? {} : { finished: seconds(finishedAt) }),
    ...(file === undefined
      ? {}
      : { file: fileAddress(baseUrl, file), expires: seconds(file.expiresAt) }),
    ...(metadata === undefined ? {} : { metadata: metadataToJson(metadata) }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Each fact under the name of the parameter that asked for it. */
function metadataToJson(written: Readonly<Record<string, string>>): Record<string, unknown> {
  const { imageSize, ...facts } = readMetadata(new Headers(written));
  return { ...facts, ...(imageSize && { image_size: imageSize }) };
}

/** Unix seconds, of Unix milliseconds. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
