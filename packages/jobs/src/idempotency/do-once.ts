import { RenderError } from '@tintype/contract';
import type { KeyedRequest, Replays } from './create-replays.ts';
import { fingerprint } from './fingerprint.ts';
import type { PastAnswer } from './past-answer.ts';

/** What is done once under its key: for what is no render, such as making a task. */
export interface OnceRequest extends KeyedRequest {
  /** What is done, and with what: the same key with anything else is refused. */
  operation: string;
  parameters: unknown;
}

/** What was done, now or before. */
export interface OnceAnswer<Value> {
  /** Of the request that it was answered to. */
  id: string;
  value: Value;
  isReplayed: boolean;
}

/** Does something, or gives what was answered when it was done before. JSON. */
export async function doOnce<Value extends object>(
  replays: Replays,
  request: OnceRequest,
  work: () => Promise<Value>,
): Promise<OnceAnswer<Value>> {
  const { id, operation, parameters } = request;
  const replay = await replays.open(request, () => fingerprint(operation, parameters));
  if (replay?.past) return { ...valueOf<Value>(replay.past), isReplayed: true };
  try {
    const value = await work();
    await replay?.keeper.keep({ kind: 'value', id, value });
    return { id, value, isReplayed: false };
  } catch (error) {
    await replay?.keeper.forget();
    throw error;
  }
}

function valueOf<Value>(past: PastAnswer): { id: string; value: Value } {
  if (past.kind !== 'value') throw new RenderError('idempotency_key_reused');
  return { id: past.id, value: past.value as Value };
}
