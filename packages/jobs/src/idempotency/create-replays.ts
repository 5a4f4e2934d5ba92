import { RenderError } from '@tintype/contract';
import type { IdempotentRequest, KeptAnswer, Store } from '@tintype/store';
import type { JobLog } from '../submit/submission.ts';
import { keepAnswer, readAnswer, type PastAnswer } from './past-answer.ts';

/** Something that an account asks for, and may ask for again under the same key. */
export interface KeyedRequest {
  /** Of the request that asks. */
  id: string;
  accountId: string;
  /** The client's key. Without one the operation runs on each request. */
  idempotencyKey?: string | undefined;
  log?: JobLog | undefined;
}

/** Keeps the answer to a key that is new. */
export interface AnswerKeeper {
  /**
   * Stores the reply for repeated requests and settles its reservation; a reply that cannot be
   * stored is lost.
   */
  keep(answer: PastAnswer, reservationId?: string): Promise<void>;
  /** For what is queued: kept together with it. Default: a request of this id. */
  queueing(answer?: Exclude<PastAnswer, { kind: 'result' | 'error' }>): {
    request: IdempotentRequest;
    kept: KeptAnswer;
  };
  /** It was kept that way. */
  queued(): void;
  /** Returns whether a repeated request is waiting. */
  isAwaited(): boolean;
  /** Nothing was charged, and nothing made: the next request with this key starts again. */
  forget(): Promise<void>;
}

/** State of a key: a stored response, or the right to run the operation. */
export type Replay =
  | { past: PastAnswer; keeper?: undefined }
  | { keeper: AnswerKeeper; past?: undefined };

/** Looks whether something was asked for before. */
export interface Replays {
  /**
   * Undefined without a key. @throws RenderError `idempotency_in_progress`,
   * `idempotency_key_reused`
   */
  open(request: KeyedRequest, fingerprintOf: () => string): Promise<Replay | undefined>;
}

export function createReplays(store: Pick<Store, 'idempotency' | 'fileBytes'>): Replays {
  const { idempotency, fileBytes } = store;
  /** Keys in progress in this process, and whether a repeated request is waiting. */
  const underWay = new Map<string, { isAwaited: boolean }>();

  return {
    async open(request, fingerprintOf) {
      const { accountId, idempotencyKey: key } = request;
      if (key === undefined) return undefined;
      const place = `${accountId} ${key}`;
      const asked: IdempotentRequest = { accountId, key, fingerprint: fingerprintOf() };
      for (;;) {
        const found = await idempotency.begin(asked);
        if (found.state === 'other') throw new RenderError('idempotency_key_reused');
        if (found.state === 'under_way') {
          const present = underWay.get(place);
          if (present) present.isAwaited = true;
          throw new RenderError('idempotency_in_progress', undefined, { retryAfterS: 1 });
        }
        if (found.state === 'started') {
          const state = { isAwaited: false };
          underWay.set(place, state);
          const keeper = createKeeper(asked, request, store, {
            isAwaited: () => state.isAwaited,
            onEnd: () => void underWay.delete(place),
          });
          return { keeper };
        }
        const past = await readAnswer(found, fileBytes);
        if (past !== undefined) return { past };
        await idempotency.dropAnswered(asked, found);
      }
    },
  };
}

function createKeeper(
  asked: IdempotentRequest,
  { log, id }: KeyedRequest,
  store: Pick<Store, 'idempotency' | 'fileBytes'>,
  { isAwaited, onEnd }: Pick<AnswerKeeper, 'isAwaited'> & { onEnd(): void },
): AnswerKeeper {
  let isEnded = false;
  const end = () => {
    isEnded = true;
    onEnd();
  };
  const forget = async () => {
    if (isEnded) return;
    end();
    await store.idempotency.abandon(asked).catch((cause: unknown) => {
      log?.warn({ err: cause }, 'an Idempotency-Key could not be freed');
    });
  };
  return {
    isAwaited,
    forget,
    queueing: (answer = { kind: 'queued', id }) => ({
      request: asked,
      kept: { answer: JSON.stringify(answer) },
    }),
    queued: end,
    keep: async (answer, reservationId) => {
      try {
        await keepAnswer(answer, asked, reservationId, store);
        end();
      } catch (cause) {
        // The waiting request receives the response nonetheless.
        log?.warn({ err: cause }, 'an answer could not be kept for its Idempotency-Key');
        await forget();
      }
    },
  };
}
