import { RenderError } from '@tintype/contract';
import type { AnswerKeeper, KeyedRequest, Replays } from './create-replays.ts';
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

/**
 * For work that keeps its answer itself, in one transaction with what it does: a kill leaves both
 * or neither.
 */
export interface OnceKeeper {
  /** What is to be kept with it. */
  repeatOf(value: object): ReturnType<AnswerKeeper['queueing']>;
  /** It was. */
  kept(): void;
}

/** Does something, or gives what was answered when it was done before. JSON. */
export async function doOnce<Value extends object>(
  replays: Replays,
  request: OnceRequest,
  work: (keeper: OnceKeeper | undefined) => Promise<Value>,
): Promise<OnceAnswer<Value>> {
  const { id, operation, parameters } = request;
  const replay = await replays.open(request, () => fingerprint(operation, parameters));
  if (replay?.past) return { ...valueOf<Value>(replay.past), isReplayed: true };
  const keeper = replay?.keeper;
  let isKept = false;
  const own = keeper && {
    repeatOf: (value: object) => keeper.queueing({ kind: 'value', id, value }),
    kept() {
      isKept = true;
      keeper.queued();
    },
  };
  try {
    const value = await work(own);
    if (!isKept) await keeper?.keep({ kind: 'value', id, value });
    return { id, value, isReplayed: false };
  } catch (error) {
    await keeper?.forget();
    throw error;
  }
}

function valueOf<Value>(past: PastAnswer): { id: string; value: Value } {
  if (past.kind !== 'value') throw new RenderError('idempotency_key_reused');
  return { id: past.id, value: past.value as Value };
}
