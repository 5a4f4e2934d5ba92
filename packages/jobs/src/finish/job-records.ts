import type { ErrorBody } from '@tintype/contract';
import type {
  FinishedOutcome,
  NewRun,
  StartRunOutcome,
  NewDelivery,
  NewRequest,
  RequestClaim,
  Requests,
  RequestSuccess,
  Tasks,
} from '@tintype/store';

/** Writes the failure of a job: one transaction with its webhook. */
export interface FailureRecord {
  readonly job: NewRequest;
  /** When it was asked for, in Unix milliseconds. */
  readonly createdAt: number;
  /** False: nothing was written, as another process has it now. */
  fail(error: ErrorBody, delivery: NewDelivery | undefined): Promise<boolean>;
}

/** Writes the end of a job: file, webhook and quota in one transaction. */
export interface JobRecord extends FailureRecord {
  /** False as in `fail`. @throws RenderError `account_storage_full` */
  succeed(
    success: Omit<RequestSuccess, 'counts'>,
    delivery: NewDelivery | undefined,
  ): Promise<boolean>;
}

/**
 * For a direct request: nothing is written before it ends. `kept` settles the reservation and
 * stores the reply for its Idempotency-Key.
 */
export function directRecord(
  requests: Pick<Requests, 'recordFinished'>,
  job: NewRequest,
  createdAt: number,
  kept: Pick<FinishedOutcome, 'reservationId' | 'repeat'> = {},
): JobRecord {
  return {
    job,
    createdAt,
    async succeed(success, delivery) {
      await requests.recordFinished(job, { ...success, createdAt, ...kept }, delivery);
      return true;
    },
    async fail(error, delivery) {
      await requests.recordFinished(job, { error, createdAt }, delivery);
      return true;
    },
  };
}

/**
 * For a claimed job; only its newest claim writes. `hits`: renders charged, if fewer than reserved.
 */
export function claimRecord(
  requests: Pick<Requests, 'succeed' | 'fail'>,
  claim: RequestClaim,
  counts: boolean,
  hits?: number,
): JobRecord {
  const { request: job } = claim;
  const counted = { counts, ...(hits === undefined ? {} : { hits }) };
  return {
    job,
    createdAt: job.createdAt,
    succeed: (success, delivery) => requests.succeed(claim, { ...success, ...counted }, delivery),
    fail: (error, delivery) => requests.fail(claim, { error, ...counted }, delivery),
  };
}

/** For a refused run of a task: advances the task, and records a failed job. */
export function runRecord(
  tasks: Pick<Tasks, 'startRun'>,
  run: Omit<NewRun, 'failure'>,
  createdAt: number,
): FailureRecord {
  return {
    job: run.request,
    createdAt,
    async fail(error, delivery) {
      const failure = { error, ...(delivery && { delivery }) };
      const outcome: StartRunOutcome = await tasks.startRun({ ...run, failure });
      return outcome === 'started';
    },
  };
}
