import type { CdpSession } from '@tintype/core';
import { callOf } from '@tintype/core/page';
import {
  openBrowserWindow,
  type BrowserWindow,
  type BrowserWindowOptions,
} from '../window/browser-window.ts';
import type { WatchedTarget } from '../window/watch-tabs.ts';
import { createAccessibleNames } from './accessible-names.ts';
import { createRecording, type Recording, type RecordingLimits } from './create-recording.ts';
import { installRecorder } from './install-recorder.ts';
import { readObservation, unrecordedNotes } from './observation.ts';
import { pageCode } from './page-code.ts';
import type { RecordedStep } from './recorded-step.ts';
import { watchNavigations } from './watch-navigations.ts';

export type { RecordedStep } from './recorded-step.ts';

/** See {@link openRecordWindow}. */
export interface RecordWindowOptions extends BrowserWindowOptions, RecordingLimits {
  /** Called after each change of the steps. */
  onChange(steps: readonly RecordedStep[]): void;
  /** Called with sentences for the person. */
  onNote(text: string): void;
}

/** A browser window that records what a person does in it. */
export interface RecordWindow extends Pick<BrowserWindow, 'warnings' | 'tabs' | 'end'> {
  /** Resolves when the last tab is closed, or the browser ends. */
  readonly closed: Promise<void>;
  readonly recording: Pick<Recording, 'steps' | 'secrets' | 'isFull'>;
}

/** Isolated world of the recorder, and the binding that only this world has. */
const worldName = 'tintype record';
const binding = 'tintypeRecord';

/** Maximum number of observations of all pages: hostile pages can cause some. */
const maxObservations = 50_000;

/** Opens a page in a window, with a profile in memory. Throws RenderError `browser_unavailable` */
export async function openRecordWindow(options: RecordWindowOptions): Promise<RecordWindow> {
  const { maxSteps, maxLength, onChange, onNote, ...windowOptions } = options;
  const note = once(onNote);
  const limits = { maxSteps, maxLength };
  const recording = createRecording(options.url, limits, note);
  const names = createAccessibleNames();
  const source = callOf(pageCode.startRecorder, binding);
  let observed = 0;

  function onBinding(target: WatchedTarget, url: string, contextId: number, payload: string): void {
    observed += 1;
    if (observed === maxObservations)
      note('The pages caused too many events: from here on only navigations are recorded.');
    if (observed >= maxObservations) return;
    const observation = readObservation(payload);
    if (!observation) return;
    const { session, tab } = target;
    const document = `${session.id}/${contextId}`;
    if (observation.type === 'aim') {
      names.look(session, contextId, `${document}/${observation.id}`);
      return;
    }
    if (observation.type === 'unrecorded') {
      note(unrecordedNotes[observation.what]);
      return;
    }
    const byName =
      'on' in observation && observation.on
        ? names.of(`${document}/${observation.on.id}`)
        : undefined;
    recording.observe(observation, {
      document,
      tab: tab.id,
      url,
      byName,
      nowMs: performance.now(),
    });
    onChange(recording.steps);
  }

  const urls = new Map<CdpSession, () => string>();
  async function prepare(target: WatchedTarget): Promise<void> {
    const { session, tab } = target;
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === binding) onBinding(target, urls.get(tab)?.() ?? '', executionContextId, payload);
    });
    if (session === tab) {
      const { url } = watchNavigations(tab, recording.mark, (navigation) => {
        recording.navigated(navigation);
        onChange(recording.steps);
      });
      urls.set(tab, url);
      if (urls.size === 1) void readViewport(tab, recording);
      noteProblems(tab, note);
    }
    await installRecorder(session, { source, worldName, binding });
  }

  const { warnings, tabs, closed, exited, end } = await openBrowserWindow(windowOptions, prepare);
  return { warnings, tabs, end, recording, closed: Promise.race([closed, exited.then(() => {})]) };
}

/** Reports what a tab does that steps do not do. */
function noteProblems(tab: CdpSession, note: (text: string) => void): void {
  tab.on('Page.javascriptDialogOpening', ({ type }) => {
    if (type === 'confirm' || type === 'prompt')
      note('The answer to a dialog is not recorded: a render dismisses confirm and prompt.');
  });
  tab.on('Page.frameNavigated', ({ frame: { parentId, unreachableUrl } }) => {
    const url = parentId === undefined && unreachableUrl ? URL.parse(unreachableUrl) : null;
    if (url) note(`The page of ${url.host} did not load.`);
  });
}

/** Calls a function once for each text. */
function once(call: (text: string) => void): (text: string) => void {
  const called = new Set<string>();
  return (text) => {
    if (called.has(text)) return;
    called.add(text);
    call(text);
  };
}

/** Reads the size of the first page, once it has loaded. */
async function readViewport(tab: CdpSession, recording: Recording): Promise<void> {
  const read = async () => {
    const { cssLayoutViewport } = await tab.send('Page.getLayoutMetrics');
    recording.setViewport(cssLayoutViewport.clientWidth, cssLayoutViewport.clientHeight);
  };
  // The tab may be closed before.
  tab.on('Page.loadEventFired', () => void read().catch(() => {}));
}
