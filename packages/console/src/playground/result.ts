import {
  headerTable,
  readFileName,
  readReceipt,
  readServerTiming,
  type Receipt,
  type StepTiming,
} from '@tintype/contract/headers';

/** Outcome of a request. */
export interface Result {
  id: string;
  /** Id of an async request, which is followed. */
  queuedId?: string;
  blob?: Blob;
  mediaType: string;
  /** Name for saving it. */
  name?: string | undefined;
  totalMs: number;
  timings: readonly StepTiming[];
  receipt?: Receipt | undefined;
  /** True if a trace was requested. */
  isTraced?: boolean;
  headers: readonly (readonly [string, string])[];
}

export async function readResult(answer: Response, totalMs: number): Promise<Result> {
  const id = answer.headers.get(headerTable.requestId.name) ?? String(totalMs);
  const mediaType = answer.headers.get('content-type') ?? '';
  const common = {
    id,
    mediaType,
    name: readFileName(answer.headers.get(headerTable.contentDisposition.name)),
    totalMs,
    timings: readServerTiming(answer.headers.get(headerTable.serverTiming.name)),
    headers: [...answer.headers],
  };
  if (answer.status === 202) {
    return { ...common, queuedId: ((await answer.json()) as { id: string }).id };
  }
  return { ...common, receipt: readReceipt(answer.headers), blob: await answer.blob() };
}
