import { RenderError } from '@tintype/contract';
import type { Idempotency, IdempotentRequest, KeptAnswer, Store } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import type { Performed } from '../perform/create-perform.ts';
import { readIdempotencyKey } from './read-idempotency-key.ts';

/** What was answered, in a form that can be kept. `id` is that of the request that it was answered to. */
export type Answer =
  | { kind: 'result'; id: string; performed: Performed }
  | { kind: 'accepted'; id: string }
  | { kind: 'json'; id: string; status: number; location: string; body: object }
  | { kind: 'error'; id: string; error: RenderError };

/** A request with a key that is new. */
export interface Repeat {
  /** Keeps what is answered, for whoever asks again; what cannot be kept is not. The place in the quota is settled with it. */
  keep(answer: Answer, reservationId?: string): Promise<void>;
  /** For a request that is accepted: kept together with it. */
  accepting(): { request: IdempotentRequest; kept: KeptAnswer };
  /** It was kept that way. */
  accepted(): void;
  /** Whether somebody has asked for it again meanwhile. */
  isAwaited(): boolean;
  /** Nothing was charged, and nothing made: the next one with this key begins anew. */
  forget(): Promise<void>;
}

/** Looks whether requests were sent before. */
export interface Repeats {
  /**
   * Gives what was answered to a request then, or what keeps the answer. Undefined for one without a key.
   *
   * @throws RenderError `idempotency_in_progress`, or `idempotency_key_reused` when the one before was another
   */
  open(request: FastifyRequest, fingerprintOf: () => string): Promise<Repeat | Answer | undefined>;
}

export function createRepeats(store: Pick<Store, 'idempotency' | 'fileBytes'>): Repeats {
  const { idempotency, fileBytes } = store;
  /** Those that are under way here, and whether somebody has asked for them again. */
  const underWay = new Map<string, { isAwaited: boolean }>();

  return {
    async open(request, fingerprintOf) {
      const key = readIdempotencyKey(request);
      if (key === undefined) return undefined;
      const accountId = request.caller.account.id;
      const place = `${accountId} ${key}`;
      const wanted: IdempotentRequest = { accountId, key, fingerprint: fingerprintOf() };
      for (;;) {
        const found = await idempotency.begin(wanted);
        if (found.state === 'other') throw new RenderError('idempotency_key_reused');
        if (found.state === 'under_way') {
          const present = underWay.get(place);
          if (present) present.isAwaited = true;
          throw new RenderError('idempotency_in_progress', undefined, { retryAfterS: 1 });
        }
        if (found.state === 'begun') {
          const state = { isAwaited: false };
          underWay.set(place, state);
          return createRepeat(wanted, request, store, {
            isAwaited: () => state.isAwaited,
            onEnd: () => void underWay.delete(place),
          });
        }
        const answer = await unpack(found, fileBytes);
        if (answer !== undefined) return answer;
        // Its content is gone.
        await idempotency.dropAnswered(wanted, found);
      }
    },
  };
}

function createRepeat(
  wanted: IdempotentRequest,
  { log, id }: FastifyRequest,
  { idempotency, fileBytes }: Pick<Store, 'idempotency' | 'fileBytes'>,
  { isAwaited, onEnd }: Pick<Repeat, 'isAwaited'> & { onEnd(): void },
): Repeat {
  let isEnded = false;
  const end = () => {
    isEnded = true;
    onEnd();
  };
  const forget = async () => {
    if (isEnded) return;
    end();
    await idempotency.abandon(wanted).catch((cause: unknown) => {
      log.warn({ err: cause }, 'an Idempotency-Key could not be freed');
    });
  };
  return {
    isAwaited,
    forget,
    accepting: () => ({
      request: wanted,
      kept: { answer: JSON.stringify({ kind: 'accepted', id } satisfies Answer) },
    }),
    accepted: end,
    keep: async (answer, reservationId) => {
      try {
        await finish(answer, wanted, reservationId, { idempotency, fileBytes });
        end();
      } catch (cause) {
        // Whoever waits for the answer gets it all the same.
        log.warn({ err: cause }, 'an answer could not be kept for its Idempotency-Key');
        await forget();
      }
    },
  };
}

async function finish(
  answer: Answer,
  wanted: IdempotentRequest,
  reservationId: string | undefined,
  { idempotency, fileBytes }: { idempotency: Idempotency; fileBytes: Store['fileBytes'] },
): Promise<void> {
  if (answer.kind !== 'result') {
    return idempotency.finish(wanted, { answer: JSON.stringify(pack(answer)) }, reservationId);
  }
  const { result, ...rest } = answer.performed;
  const { body, ...told } = result;
  const file = await fileBytes.write(body, true);
  try {
    const text = JSON.stringify({ ...answer, performed: { ...rest, result: told } });
    await idempotency.finish(wanted, { answer: text, file }, reservationId);
  } catch (error) {
    await fileBytes.remove(file.name).catch(() => {});
    throw error;
  }
}

function pack(answer: Exclude<Answer, { kind: 'result' }>): object {
  if (answer.kind !== 'error') return answer;
  const { code, message, stage, details } = answer.error;
  return { ...answer, error: { code, message, stage, details } };
}

async function unpack(
  { answer, file }: KeptAnswer,
  fileBytes: Store['fileBytes'],
): Promise<Answer | undefined> {
  const kept = JSON.parse(answer) as Answer;
  if (kept.kind === 'json' || kept.kind === 'accepted') return kept;
  if (kept.kind === 'error') {
    const { code, message, ...options } = kept.error;
    return { ...kept, error: new RenderError(code, message, options) };
  }
  const body = file && (await fileBytes.read(file));
  if (body === undefined) return undefined;
  const { performed } = kept;
  return { ...kept, performed: { ...performed, result: { ...performed.result, body } } };
}
