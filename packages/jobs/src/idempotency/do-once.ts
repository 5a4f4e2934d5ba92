import { RenderError } from '@tintype/contract';
import type { AnswerKeeper, KeyedRequest, Replays } from './create-replays.ts';
import { fingerprint } from './fingerprint.ts';
import type { PastAnswer } from './past-answer.ts';

/** An operation that runs once under its key, other than a render: such as creating a task. */
export interface OnceRequest extends KeyedRequest {
  /** The operation and its input: the same key with anything else is rejected. */
  operation: string;
  parameters: unknown;
}

/** Result of the operation, now or before. */
export interface OnceAnswer<Value> {
  /** Of the request that it was answered to. */
  id: string;
  value: Value;
  isReplayed: boolean;
}

/** For work that stores its reply in its own transaction, so that a kill leaves both or neither. */
export interface OnceKeeper {
  /** The response to store with it. */
  repeatOf(value: object): ReturnType<AnswerKeeper['queueing']>;
  /** It was. */
  kept(): void;
}

/** Runs an operation, or returns the stored response of an earlier run. JSON. */
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
