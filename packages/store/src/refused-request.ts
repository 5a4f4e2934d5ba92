import { RenderError } from '@tintype/contract/errors';
import type { Plan } from './plans.ts';
import type { NotQueued } from './ports/requests/requests.ts';

/** Returns the reason why a request was not queued, as an error for the client. */
export function refusedRequest(
  reason: NotQueued,
  {
    quotaPerMonth: quota,
    waiting,
    storedBytes,
  }: Pick<Plan, 'quotaPerMonth' | 'waiting' | 'storedBytes'>,
): RenderError {
  if (reason === 'quota_exceeded') {
    return new RenderError(
      'quota_exceeded',
      `The quota of ${quota} render${quota === 1 ? '' : 's'} a month is used up.`,
    );
  }
  if (reason === 'storage_exceeded') return accountStorageFull(storedBytes);
  return new RenderError(
    'queue_full',
    `${waiting} async requests of the account, or webhooks, wait already, which is the most of its plan.`,
    { retryAfterS: 30 },
  );
}

/** The error of an account that has as many sessions of pages as it may have. */
export function tooManySessions(max: number): RenderError {
  return new RenderError(
    'plan_required',
    `The account has ${max} sessions, which is the maximum. Delete one first.`,
  );
}

/** The error of an account that keeps as much as its plan lets it. */
export function accountStorageFull(storedBytes: number): RenderError {
  return new RenderError(
    'account_storage_full',
    `The results that are kept for the account would take up more than ${storedBytes} bytes, which is the most of its plan.`,
    { retryAfterS: 600 },
  );
}
