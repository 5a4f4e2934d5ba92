import { setTimeout as delay } from 'node:timers/promises';
import type { PageNeeds, RenderError, RenderRequest } from '@tintype/contract';
import type { Lease } from '../browser-source.ts';
import { createPageHandle, type RenderPage } from '../page/page-handle.ts';
import { logLease } from '../trace/cdp-log.ts';
import type { RenderContext } from '../types.ts';
import { acquirePage, type Engine } from './acquire-page.ts';
import type { Deadline } from '../time/deadline.ts';
import type { StageClock } from '../page/page-work.ts';
import { lostError, toRenderError } from '../page/chromium-errors.ts';

export interface LeasedPage {
  readonly page: RenderPage;
  /** Settles as `work` does, or rejects with the reason that ended the page, or `until`. */
  run<T>(clock: Pick<StageClock, 'current'>, work: () => Promise<T>, until?: Deadline): Promise<T>;
  /** @param isReusable - true if another render may use the page; see `tabKey` */
  release(isReusable?: boolean): void;
}

/** Acquires a page for an attempt. The attempt after a loss has the remaining time. */
export async function leasePage(
  engine: Engine,
  needs: PageNeeds,
  request: RenderRequest,
  context: RenderContext,
  clock: StageClock,
  tab?: string,
): Promise<LeasedPage> {
  const acquired = await clock.run('launch', () =>
    acquirePage(engine, needs, request, context, tab),
  );
  const lease = context.trace ? logLease(acquired) : acquired;
  const deadline = context.deadline.child();
  void lease.lost.then(({ what, reason }) => deadline.fail(lostError(what, reason)));
  for (const warning of lease.browser.warnings) context.warn(warning);
  return {
    page: createPageHandle(lease, deadline, needs),
    async run(stages, work, until = deadline) {
      try {
        return await until.race(work());
      } catch (error) {
        throw await lossBehind(lease, toRenderError(error, stages.current));
      }
    },
    release(isReusable) {
      deadline.dispose();
      lease.release(isReusable);
    },
  };
}

/** Replaces the error of a failed call by the loss of page or browser, if that follows. */
async function lossBehind(lease: Lease, error: RenderError): Promise<RenderError> {
  if (error.code !== 'page_crashed' && error.code !== 'browser_lost') return error;
  const loss = await Promise.race([lease.lost, delay(lossBoundMs, undefined)]);
  return loss ? toRenderError(lostError(loss.what, loss.reason), error.stage ?? '') : error;
}

const lossBoundMs = 200;
