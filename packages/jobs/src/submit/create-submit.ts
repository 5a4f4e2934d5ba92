import { capturesName, capturesParameters, RenderError, type KindSet } from '@tintype/contract';
import { limitsOf, type Store } from '@tintype/store';
import { checkFeatures } from '../execute/middleware/planned.ts';
import { jobError, type Execute, type Outcome } from '../execute/job.ts';
import type { AnswerKeeper, Replays } from '../idempotency/create-replays.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import type { PastAnswer } from '../idempotency/past-answer.ts';
import type { Settle } from '../finish/create-finish.ts';
import { directRecord } from '../finish/job-records.ts';
import { jobOf } from '../finish/stored-job.ts';
import { checkStorage } from './check-storage.ts';
import { enqueue, type EnqueueParts } from './enqueue.ts';
import type { Answer, Submission } from './submission.ts';
import { untilAbandoned } from './until-abandoned.ts';

export interface SubmitParts extends EnqueueParts {
  execute: Execute;
  settle: Settle;
  kinds: KindSet;
  replays: Replays;
  /** Checks whether a webhook may be sent to a URL. @throws RenderError `target_denied` */
  validateWebhookTarget?(url: URL, accountId: string): Promise<void>;
  /** Time a render continues after its client left, in ms. */
  replayGraceMs: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** Executes or queues a request, or repeats the reply stored under its key. */
export type Submit = (submission: Submission) => Promise<Answer>;

export function createSubmit(parts: SubmitParts): Submit {
  return async (submission) => {
    const { id, account, request } = submission;
    checkFeatures(account, request, parts.plans);
    const replay = await parts.replays.open({ ...submission, accountId: account.id }, () =>
      fingerprintOf(submission, parts.kinds),
    );
    if (replay?.past) return answerAgain(replay.past, submission, parts.store);
    const keeper = replay?.keeper;
    try {
      return { id, isReplayed: false, answer: await fulfil(submission, keeper, parts) };
    } catch (error) {
      // What cost something is the answer; anything else can be tried again under the same key.
      if (error instanceof RenderError && error.charged) {
        await keeper?.keep({ kind: 'error', id, error });
      } else await keeper?.forget();
      throw error;
    }
  };
}

async function answerAgain(
  past: PastAnswer,
  { account }: Submission,
  { requests }: Pick<Store, 'requests'>,
): Promise<Answer> {
  const { id } = past;
  const isReplayed = true;
  if (past.kind === 'error') return { id, isReplayed, answer: { error: past.error } };
  if (past.kind === 'result') return { id, isReplayed, answer: { outcome: past.outcome } };
  if (past.kind === 'value') throw new RenderError('idempotency_key_reused');
  const known = await requests.getFor(account.id, id);
  const gone = () => new RenderError('not_found', 'The request of this key is not kept any more.');
  if (known === undefined) return { id, isReplayed, answer: { error: gone() } };
  const answer = past.kind === 'queued' ? { queued: known } : { finished: known };
  return { id, isReplayed, answer };
}

/** The same for two that ask for the same. */
function fingerprintOf({ request, outputs, assets }: Submission, kinds: KindSet): string {
  return outputs
    ? fingerprint(capturesName, capturesParameters({ page: request, outputs }, kinds), assets)
    : fingerprint(request.kind, request, assets);
}

async function fulfil(
  submission: Submission,
  keeper: AnswerKeeper | undefined,
  parts: SubmitParts,
): Promise<Answer['answer']> {
  const { account, request, outputs, id, isKept = false } = submission;
  const { webhook_url: webhook } = request;
  const createdAt = parts.now();
  if (webhook === undefined && !request.async && outputs === undefined && !isKept) {
    return { outcome: await executeNow(submission, keeper, parts) };
  }
  const { baseUrl, traceparent } = submission;
  const origin = { id, accountId: account.id, baseUrl, traceparent };
  const limits = limitsOf(account, parts.plans);
  const job = jobOf(origin, { request, outputs }, { kinds: parts.kinds, limits });
  if (webhook !== undefined) await parts.validateWebhookTarget?.(new URL(webhook), account.id);
  if (request.async) return { queued: await enqueue(job, account, keeper, parts) };
  await checkStorage(account, parts.store, parts.plans, { hasWebhook: webhook !== undefined });
  const { requests } = parts.store;
  try {
    const outcome = await executeNow(
      submission,
      keeper,
      parts,
      async ({ result, outputs: captured }, reservationId) => {
        const repeat = outputs && keeper?.queueing({ kind: 'finished', id });
        const record = directRecord(requests, job, createdAt, {
          ...(reservationId !== undefined && { reservationId }),
          ...(repeat && { repeat }),
        });
        const several = captured === undefined ? {} : { outputs: captured };
        await parts.settle.succeed(record, { account, request, result, ...several });
        if (repeat) keeper?.queued();
      },
    );
    if (outputs === undefined) return { outcome };
    const finished = await requests.getFor(account.id, id);
    if (finished === undefined) throw new RenderError('storage_failed');
    return { finished };
  } catch (error) {
    await settleFailure(directRecord(requests, job, createdAt), error, submission, parts);
    throw error;
  }
}

function executeNow(
  submission: Submission,
  keeper: AnswerKeeper | undefined,
  { execute, replayGraceMs }: SubmitParts,
  settle?: (outcome: Outcome, reservationId: string | undefined) => Promise<void>,
): Promise<Outcome> {
  const { id, account, request, outputs, withElements, assets, sharing, signal } = submission;
  const { onProgress } = submission;
  return execute({
    id,
    account,
    request,
    signal: keeper
      ? untilAbandoned(signal, { graceMs: replayGraceMs, isAwaited: keeper.isAwaited })
      : signal,
    ...(outputs && { outputs }),
    ...(withElements && { withElements }),
    ...(assets && { assets }),
    ...(sharing && { sharing }),
    ...(onProgress && { onProgress }),
    async keep(outcome, reservationId) {
      await settle?.(outcome, reservationId);
      // Several files were kept with it, in one step.
      if (!outputs) await keeper?.keep({ kind: 'result', id, outcome }, reservationId);
    },
  });
}

/** A client that has gone away is sent no webhook about it. */
async function settleFailure(
  record: ReturnType<typeof directRecord>,
  cause: unknown,
  { signal, log }: Submission,
  { settle }: SubmitParts,
): Promise<void> {
  const error = jobError(cause, signal);
  if (error.info.isUnannounced && !error.charged) return;
  try {
    await settle.fail(record, error);
  } catch (trouble) {
    // The first problem is the one to report.
    log?.error({ err: trouble }, 'a webhook could not be kept');
  }
}
