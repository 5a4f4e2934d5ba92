import {
  describeStep,
  isWithoutEffect,
  readSecrets,
  readSteps,
  RenderError,
  usualStepTimeoutMs,
  withoutValues,
  withSecrets,
  type Step,
} from '@tintype/contract';
import { isContextGone, isLeavingPage } from '../../page/chromium-errors.ts';
import { createPageFrames } from '../../page/page-frames.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { poll } from '../../page/poll.ts';
import { goTo, type DocumentWatch } from '../navigate/navigate.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';
import { createStepFinder, InvalidSelector } from './find-step-element.ts';
import { stepError, StepFailure } from './step-error.ts';
import { actions, urlOf } from './step-actions.ts';
import type { StepParts, StepRun } from './step-run.ts';

/**
 * Runs the steps of a request, from the next one to the next `capture` step or the end.
 * @throws {RenderError} `step_failed`, with the number of the step
 */
export async function runSteps(parts: StepParts): Promise<void> {
  const { page, request, context, watch, settler, progress } = parts;
  const recording = readSteps(request.steps ?? '[]');
  if (typeof recording === 'string') throw new RenderError('invalid_parameter', recording);
  const known = readSecrets(request.secrets ?? '{}');
  const secrets = typeof known === 'string' ? {} : known;
  const finder = createStepFinder(page, createPageFrames(page));
  const held: StepRun['held'] = { modifiers: 0 };
  const start = withoutCredentials(request.url ?? '');
  const windows = watchWindows(page);
  let isSettled = false;
  const settle = async () => {
    // A navigation is reported shortly after its cause; settling then waits for the new page.
    await page.deadline.sleep(50);
    const url = windows.takeUrl();
    if (url !== undefined) await goTo(page, watch, url);
    await settler.settle();
    isSettled = true;
  };
  const runAll = async (steps: readonly Step[], prefix: string): Promise<void> => {
    for (const [at, step] of steps.entries()) {
      if (prefix === '') {
        if (at < progress.next) continue;
        if (progress.paused !== undefined) return;
        progress.next = at + 1;
      }
      const number = `${prefix}${at + 1}`;
      const description = describeStep(step);
      const place = `step ${number} (${description})`;
      page.deadline.activity = `at ${place} of steps`;
      const timeoutMs = step.type === 'pause' ? step.ms : (step.timeout ?? usualStepTimeoutMs);
      const run: StepRun = {
        ...parts,
        finder,
        held,
        settle,
        endsAt: performance.now() + timeoutMs,
        fillIn: (value) => withSecrets(value, secrets),
        hide: (text) => withoutValues(text, secrets),
        beforeInput: windows.listen,
        run: (inner) => runAll(inner, `${number}.`),
      };
      const isFirst = prefix === '' && at === steps.findIndex((one) => !isWithoutEffect(one));
      if (isFirst && step.type === 'navigate' && step.url === start) continue;
      const startMs = performance.now();
      isSettled = false;
      windows.ignore();
      if (step.type !== 'click') held.clickedAt = undefined;
      const before = 'navigates' in step ? await documentOf(page, watch) : '';
      await doStep(place, timeoutMs, step, run);
      if ('navigates' in step) await untilLeft(page, watch, before, run, windows);
      if (step.type === 'capture') progress.paused = step.name;
      const ms = Math.round(performance.now() - startMs);
      parts.done.push({ step: `${number} ${description}`, ms });
      for (const name of windows.takeDownloads()) {
        context.warn(
          `Step ${number} (${description}) started a download of ${name}, which was refused.`,
        );
      }
    }
  };
  progress.paused = undefined;
  try {
    await runAll(recording.steps, '');
    if (!isSettled) await settle();
    await watch.reached(request.wait_until);
    progress.loaderId = watch.loaderId;
    progress.isOver = progress.paused === undefined;
  } finally {
    windows.stop();
  }
}

/** Returns what a navigation changes. */
async function documentOf(page: PageHandle, watch: DocumentWatch): Promise<string> {
  return `${watch.loaderId} ${await urlOf(page)}`;
}

/** Waits for the navigation that a step caused when it was recorded; it may not happen again. */
async function untilLeft(
  page: PageHandle,
  watch: DocumentWatch,
  before: string,
  { endsAt, settle }: StepRun,
  windows: { isOpened(): boolean },
): Promise<void> {
  const look = async () =>
    windows.isOpened() || (await documentOf(page, watch)) !== before || undefined;
  if (await poll(page, endsAt, look)) await settle();
}

/** Does a step, again if the page navigated meanwhile; its failure becomes the render's error. */
async function doStep(place: string, timeoutMs: number, step: Step, run: StepRun): Promise<void> {
  const act = actions[step.type] as (step: Step, run: StepRun) => Promise<void>;
  for (;;) {
    try {
      return await act(step, run);
    } catch (error) {
      const isGone = isContextGone(error) || isLeavingPage(error);
      if (isGone && performance.now() < run.endsAt) {
        await run.settle();
        continue;
      }
      throw errorOf(isGone ? new StepFailure('the page navigated meanwhile') : error, place, {
        timeoutMs,
        hide: run.hide,
      });
    }
  }
}

/** Returns the error of a render for that of a step. */
function errorOf(
  error: unknown,
  place: string,
  { timeoutMs, hide }: { timeoutMs: number; hide(text: string): string },
): unknown {
  if (error instanceof InvalidSelector) {
    return stepError(place, 'the browser does not understand its selector', error);
  }
  if (error instanceof StepFailure) {
    const within = ` within ${Number((timeoutMs / 1000).toFixed(1))} s`;
    const reason = error.message.replace(/^nothing matched/, `$&${within}`);
    return stepError(place, hide(reason), error);
  }
  // A page that cannot be loaded has a code of its own.
  if (RenderError.is(error) && !error.message.startsWith('steps: ')) {
    const { code, message, details } = error;
    if (navigationCodes.has(code)) {
      return new RenderError(code, `steps: ${place}: ${message}`, { cause: error, details });
    }
  }
  return error;
}

/** Codes of pages that a step cannot load. */
const navigationCodes: ReadonlySet<string> = new Set([
  'target_denied',
  'dns_failed',
  'connection_failed',
  'tls_failed',
  'navigation_failed',
  'too_many_redirects',
]);

/** Notes windows and downloads that steps open: no other page is rendered. */
function watchWindows(page: PageHandle) {
  let isListening = false;
  let url: string | undefined;
  let downloads: string[] = [];
  const onOpen = (event: { url: string }) => {
    if (isListening && /^https?:/.test(event.url)) url = event.url;
  };
  const onDownload = ({ suggestedFilename }: { suggestedFilename: string }) => {
    if (downloads.length < 5) downloads.push(suggestedFilename.slice(0, 100));
  };
  const { session } = page.lease;
  session.on('Page.windowOpen', onOpen);
  session.on('Page.downloadWillBegin', onDownload);
  return {
    /** Call it right before an input: windows that timers opened earlier are not followed. */
    listen() {
      isListening = true;
      url = undefined;
    },
    ignore() {
      isListening = false;
      url = undefined;
    },
    isOpened: () => url !== undefined,
    /** Returns the address of the window that the input opened last, once. */
    takeUrl() {
      const taken = url;
      url = undefined;
      return taken;
    },
    takeDownloads() {
      const taken = downloads;
      downloads = [];
      return taken;
    },
    stop() {
      session.off('Page.windowOpen', onOpen);
      session.off('Page.downloadWillBegin', onDownload);
    },
  };
}
