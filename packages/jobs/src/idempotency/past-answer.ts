import { RenderError } from '@tintype/contract';
import type { FileBytes, IdempotentRequest, KeptAnswer, Store } from '@tintype/store';
import type { Outcome } from '../execute/job.ts';

/** A stored reply to a key; `id` is that of its request. */
export type PastAnswer =
  | { kind: 'result'; id: string; outcome: Outcome }
  | { kind: 'queued'; id: string }
  /** Its files are kept with the request of this id. */
  | { kind: 'finished'; id: string }
  | { kind: 'value'; id: string; value: object }
  | { kind: 'error'; id: string; error: RenderError };

/** Keeps an answer under its key. The reservation of the quota, if any, is settled with it. */
export async function keepAnswer(
  answer: PastAnswer,
  asked: IdempotentRequest,
  reservationId: string | undefined,
  { idempotency, fileBytes }: Pick<Store, 'idempotency' | 'fileBytes'>,
): Promise<void> {
  if (answer.kind !== 'result') {
    return idempotency.finish(asked, { answer: JSON.stringify(pack(answer)) }, reservationId);
  }
  const { result, ...rest } = answer.outcome;
  const { body, ...told } = result;
  const file = await fileBytes.write(body, true);
  try {
    const text = JSON.stringify({ ...answer, outcome: { ...rest, result: told } });
    await idempotency.finish(asked, { answer: text, file }, reservationId);
  } catch (error) {
    await fileBytes.remove(file.name).catch(() => {});
    throw error;
  }
}

/** The answer that was kept; undefined when its content is gone. */
export async function readAnswer(
  { answer, file }: KeptAnswer,
  fileBytes: Pick<FileBytes, 'read'>,
): Promise<PastAnswer | undefined> {
  const kept = JSON.parse(answer) as PastAnswer;
  if (kept.kind !== 'error' && kept.kind !== 'result') return kept;
  if (kept.kind === 'error') {
    const { code, message, ...options } = kept.error;
    return { ...kept, error: new RenderError(code, message, options) };
  }
  const body = file && (await fileBytes.read(file));
  if (body === undefined) return undefined;
  const { outcome } = kept;
  return { ...kept, outcome: { ...outcome, result: { ...outcome.result, body } } };
}

function pack(answer: Exclude<PastAnswer, { kind: 'result' }>): object {
  if (answer.kind !== 'error') return answer;
  const { code, message, stage, details } = answer.error;
  return { ...answer, error: { code, message, stage, details } };
}
