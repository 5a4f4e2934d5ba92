import type { OutputState, RequestState } from '@tintype/contract/wire';
import type { StoredOutput, StoredRequest } from '@tintype/store';
import { fileAddress, publicToJson, seconds } from './json-values.ts';

/** Returns a request in the API's form. */
export function requestToJson(request: StoredRequest): RequestState {
  const { id, status, kind, createdAt, startedAt, finishedAt, file, error, baseUrl } = request;
  const { url, taskId, batchId, scheduledFor, metadata, outputs } = request;
  return {
    id,
    status,
    api: kind,
    ...(url === undefined ? {} : { url }),
    ...(taskId === undefined ? {} : { task: taskId }),
    ...(batchId === undefined ? {} : { batch: batchId }),
    ...(scheduledFor === undefined ? {} : { scheduled_for: seconds(scheduledFor) }),
    created: seconds(createdAt),
    ...(startedAt === undefined ? {} : { started: seconds(startedAt) }),
    ...(finishedAt === undefined ? {} : { finished: seconds(finishedAt) }),
    ...(startedAt === undefined ? {} : { wait_ms: startedAt - createdAt }),
    ...(startedAt === undefined || finishedAt === undefined
      ? {}
      : { duration_ms: finishedAt - startedAt }),
    ...(file === undefined
      ? {}
      : { file: fileAddress(baseUrl, file), expires: seconds(file.expiresAt) }),
    ...(outputs === undefined ? {} : { outputs: outputsToJson(outputs, request) }),
    ...(metadata === undefined ? {} : publicToJson(metadata)),
    ...(error === undefined ? {} : { error }),
  };
}

/** Returns outputs in the API's form. */
export function outputsToJson(
  outputs: readonly StoredOutput[],
  { baseUrl }: Pick<StoredRequest, 'baseUrl'>,
): OutputState[] {
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
