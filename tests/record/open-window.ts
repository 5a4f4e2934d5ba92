import { findFullChrome } from '@tintype/chrome';
import { openRecordWindow, type RecordedStep } from '@tintype/chrome/record';
import { noFullChrome, unlessInstalled } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { startDisplay } from '../cli/display.ts';
import { personAt } from './person.ts';

const browser = await findFullChrome();
const display = await startDisplay();
t.teardown(() => display?.end());

/** Reason to skip tests that open a window. */
export const noWindow =
  (!browser && noFullChrome) || unlessInstalled('Xvfb') || (!display && 'Xvfb does not start');

/** Name of the display. */
export const DISPLAY = display?.name ?? '';

/** Opens a window that records, and a person at it. */
export async function openWindow(t: Test, url: string) {
  const notes: string[] = [];
  const window = await openRecordWindow({
    url,
    browser: browser!,
    sandbox: 'auto',
    cacheDir: t.testdir({}),
    env: { ...process.env, DISPLAY },
    maxSteps: 100,
    maxLength: 131_072,
    onChange: () => {},
    onNote: (text) => notes.push(text),
  });
  t.teardown(() => window.end());
  const person = personAt(window.tabs()[0]!);
  await person.sees(`document.readyState === 'complete' && location.href !== 'about:blank'`);
  /** Closes all tabs, and returns the steps after the first two. */
  async function close(): Promise<readonly RecordedStep[]> {
    // On a busy machine, an observation takes longer than a person does.
    for (let looks = 0; looks < 50 && window.recording.steps.length <= 2; looks += 1) {
      await person.pause(100);
    }
    await person.pause(400);
    for (const tab of window.tabs()) await tab.send('Page.close');
    await window.closed;
    return window.recording.steps.slice(2);
  }
  return { window, person, notes, close };
}

/** Returns the type, the first selector except that by name, and the value of each step. */
export function outline(steps: readonly RecordedStep[]): string[] {
  return steps.map((step) => {
    const paths = ('selectors' in step && step.selectors) || [];
    const path = paths.find(([first = '']) => !first.startsWith('aria/'));
    const object = path ? ` ${path.join(' >> ')}` : '';
    const value = step.type === 'change' ? ` = ${step.value}` : '';
    const key = 'key' in step ? ` ${step.key}` : '';
    const page = step.type === 'navigate' ? ` ${new URL(step.url).pathname}` : '';
    const frame = step.frame ? ` [${step.frame.join()}]` : '';
    const navigates = step.assertedEvents && step.type !== 'navigate' ? ' ->' : '';
    return `${step.type}${object}${value}${key}${page}${frame}${navigates}`;
  });
}
