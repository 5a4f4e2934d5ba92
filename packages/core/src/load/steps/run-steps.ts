import {
  describeStep,
  isWithoutEffect,
  readSecrets,
  readSteps,
  RenderError,
  usualStepTimeoutMs,
  withSecrets,
  type Step,
} from '@tintype/contract';
import { isContextGone } from '../../page/chromium-errors.ts';
import { callInPage } from '../../page/create-page-code.ts';
import { createPageFrames } from '../../page/page-frames.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { DocumentWatch } from '../navigate/navigate.ts';
import { pageCode } from '../page-code.ts';
import { createStepFinder } from './find-step-element.ts';
import { stepError, StepFailure } from './step-error.ts';
import { actions } from './step-actions.ts';
import type { StepParts, StepRun } from './step-run.ts';

/** Runs the steps of a request. @throws {RenderError} `step_failed`, with the number of the step */
export async function runSteps(parts: StepParts): Promise<void> {
  const { page, request, context, watch, settler } = parts;
  const recording = readSteps(request.steps ?? '[]');
  if (typeof recording === 'string') throw new RenderError('invalid_parameter', recording);
  const secrets = readSecrets(request.secrets ?? '{}');
  const finder = createStepFinder(page, createPageFrames(page));
  const held = { modifiers: 0 };
  const windows = watchWindows(page);
  let isSettled = false;
  const settle = async () => {
    // A navigation is reported shortly after its cause; settling then waits for the new page.
    await page.deadline.sleep(50);
    const url = windows.takeUrl();
    if (url !== undefined) await page.session.send('Page.navigate', { url });
    await settler.settle();
    isSettled = true;
  };
  const runAll = async (steps: readonly Step[], prefix: string): Promise<void> => {
    for (const [at, step] of steps.entries()) {
      const number = `${prefix}${at + 1}`;
      const place = `step ${number} (${describeStep(step)})`;
      page.deadline.activity = `at ${place} of steps`;
      const timeoutMs = step.type === 'pause' ? step.ms : (step.timeout ?? usualStepTimeoutMs);
      const run: StepRun = {
        ...parts,
        finder,
        held,
        settle,
        endsAt: performance.now() + timeoutMs,
        fillIn: (value) => (typeof secrets === 'string' ? value : withSecrets(value, secrets)),
        run: (inner) => runAll(inner, `${number}.`),
      };
      const isFirst = prefix === '' && at === steps.findIndex((one) => !isWithoutEffect(one));
      if (isFirst && step.type === 'navigate' && step.url === request.url) continue;
      const startMs = performance.now();
      isSettled = false;
      const before = 'navigates' in step ? await documentOf(page, watch) : '';
      await doStep(place, timeoutMs, step, run);
      if ('navigates' in step) await untilLeft(page, watch, before, run);
      const ms = Math.round(performance.now() - startMs);
      parts.done.push({ step: `${number} ${describeStep(step)}`, ms });
      for (const name of windows.takeDownloads()) {
        context.warn(
          `${place} started a download of ${name}, which was refused.`.replace(/^s/, 'S'),
        );
      }
    }
  };
  try {
    await runAll(recording.steps, '');
    if (!isSettled) await settle();
    await watch.reached(request.wait_until);
  } finally {
    windows.stop();
  }
}

/** Returns what a navigation changes. */
async function documentOf(page: PageHandle, watch: DocumentWatch): Promise<string> {
  const url = await callInPage(page, pageCode.currentUrl).catch((error: unknown) => {
    if (!isContextGone(error)) throw error;
    return '';
  });
  return `${watch.loaderId} ${url}`;
}

/** Waits for the navigation that a step caused when it was recorded; it may not happen again. */
async function untilLeft(
  page: PageHandle,
  watch: DocumentWatch,
  before: string,
  { endsAt, settle }: StepRun,
): Promise<void> {
  while ((await documentOf(page, watch)) === before) {
    if (performance.now() > endsAt) return;
    await page.deadline.sleep(50);
  }
  await settle();
}

/** Does a step; its failure becomes the error of the render. */
async function doStep(place: string, timeoutMs: number, step: Step, run: StepRun): Promise<void> {
  const act = actions[step.type] as (step: Step, run: StepRun) => Promise<void>;
  try {
    await act(step, run);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const within = ` within ${Number((timeoutMs / 1000).toFixed(1))} s`;
    throw stepError(place, error.message.replace(/^nothing matched/, `$&${within}`), error);
  }
}

/** Notes windows and downloads that a page opens: no other page of it is rendered. */
function watchWindows(page: PageHandle) {
  let url: string | undefined;
  let downloads: string[] = [];
  const onOpen = (event: { url: string }) => {
    if (/^https?:/.test(event.url)) url = event.url;
  };
  const onDownload = ({ suggestedFilename }: { suggestedFilename: string }) => {
    if (downloads.length < 5) downloads.push(suggestedFilename.slice(0, 100));
  };
  const { session } = page.lease;
  session.on('Page.windowOpen', onOpen);
  session.on('Page.downloadWillBegin', onDownload);
  return {
    /** Returns the address of the window opened last, once. */
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
