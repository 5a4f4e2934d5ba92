import { keysOf, modifierBits, shifted, type Key } from './keys.ts';
import { isContextGone } from '../../page/chromium-errors.ts';
import { callInPage } from '../../page/create-page-code.ts';
import { ifThere } from '../../page/page-frames.ts';
import { poll } from '../../page/poll.ts';
import { isTrueInPage } from '../interact/wait-for-function.ts';
import { goTo } from '../navigate/navigate.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';
import { pageCode } from './page-code.ts';
import { RenderError, type Step } from '@tintype/contract';
import type { InputFile, TextTarget } from './in-page/step-element.ts';
import { matchesGlob } from './matches-glob.ts';
import { callOnElement, type StepPlace } from './find-step-element.ts';
import type { StepRun } from './step-run.ts';
import { StepFailure } from './step-error.ts';
import { findUntil, useElement } from './use-element.ts';

type Actions = {
  [Type in Step['type']]: (step: Extract<Step, { type: Type }>, run: StepRun) => Promise<void>;
};

const pollMs = 50;

/** Default time that `if_visible` waits for its element, in ms. */
const ifVisibleMs = 1000;

/** Of steps that only have a place in the list. */
const nothing = () => Promise.resolve();

/** Effects of the steps. */
export const actions: Actions = {
  async navigate({ url }, { page, watch, settle }) {
    await goTo(page, watch, url);
    await settle();
  },
  click: clickElement,
  doubleClick: clickElement,
  async hover(step, run) {
    const { x, y } = await pointAt(step, run);
    await run.page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await run.page.deadline.sleep(pollMs);
  },
  change: fill,
  async upload({ files, ...place }, { page, finder, endsAt, settle }) {
    const element = await findUntil(page, finder, place, endsAt);
    const given = files.map<InputFile>(({ name, type = 'application/octet-stream', ...file }) => ({
      name,
      type,
      content: file.base64 ? file.content : Buffer.from(file.content).toString('base64'),
    }));
    const isSet = await callOnElement<boolean>(element, pageCode.setFiles.source, given);
    if (!isSet) throw new StepFailure('its element takes no files');
    await settle();
  },
  async keyDown({ key }, run) {
    for (const each of keysNamed(key)) await pressKey(each, run, 'keyDown');
  },
  async keyUp({ key }, run) {
    for (const each of keysNamed(key).toReversed()) await pressKey(each, run, 'keyUp');
    await run.settle();
  },
  async press({ key }, run) {
    const keys = keysNamed(key);
    for (const each of keys) await pressKey(each, run, 'keyDown');
    for (const each of keys.toReversed()) await pressKey(each, run, 'keyUp');
    await run.settle();
  },
  async scroll({ selectors, x, y, ...place }, { page, finder, endsAt, settle }) {
    if (selectors) {
      const element = await findUntil(page, finder, { selectors, ...place }, endsAt);
      await callOnElement(element, pageCode.scrollForStep.source, x, y);
    } else {
      await callInPage(page, pageCode.scrollForStep, null, x ?? 0, y ?? 0);
    }
    await settle();
  },
  setViewport: nothing,
  capture: nothing,
  async pause({ ms }, { page }) {
    if (ms > 0) await page.deadline.sleep(ms);
  },
  async waitForElement({ operator = '>=', count = 1, visible, ...step }, run) {
    const { page, finder, endsAt } = run;
    let last = { all: 0, visible: 0 };
    const foundOf = () => (visible === undefined ? last.all : last.visible);
    const isDone = await poll(page, endsAt, async () => {
      last = await finder.count(step, step);
      const isRight = visible === false ? last.visible === 0 : isCount(foundOf(), operator, count);
      return isRight || undefined;
    });
    if (isDone) return;
    if (visible === false) throw new StepFailure('its element is still visible');
    if (last.all === 0) await findUntil(page, finder, step, 0);
    throw new StepFailure(
      visible && last.all > 0 && last.visible === 0
        ? 'its element is not visible'
        : `${foundOf()} elements matched, and ${operator} ${count} is required`,
    );
  },
  async waitForExpression({ expression }, { page, endsAt }) {
    let reason = 'it did not become true';
    while (performance.now() < endsAt) {
      const late = page.deadline.sleep(endsAt - performance.now()).then(() => false);
      const look = isTrueInPage(page, expression, 'steps').catch((error: unknown) => {
        if (!RenderError.is(error) || error.code !== 'script_failed') throw error;
        // It may throw as long as a variable is missing.
        reason = error.message.replace(/^steps failed/, 'it failed').replace(/\.$/, '');
        return false;
      });
      if (await Promise.race([look, late])) return;
      await page.deadline.sleep(pollMs);
    }
    throw new StepFailure(reason);
  },
  async waitForUrl({ url: pattern }, { page, endsAt, settle }) {
    let last: string | undefined;
    const isThere = await poll(page, endsAt, async () => {
      const url = await urlOf(page);
      const isNew = url !== last;
      last = url;
      return (isNew && matchesGlob(url, pattern)) || undefined;
    });
    if (isThere) return settle();
    throw new StepFailure(
      `the page is at ${withoutCredentials(last ?? '').replace(/[?#].*$/s, '')}`,
    );
  },
  async ifVisible({ then, timeout = ifVisibleMs, ...step }, run) {
    const isVisible = await poll(run.page, performance.now() + timeout, async () => {
      const { visible } = await run.finder.count(step);
      return visible > 0 || undefined;
    });
    if (isVisible) await run.run(then);
    else if (step.else) await run.run(step.else);
  },
};

/** Returns the address of the page; an empty text while it navigates. */
export async function urlOf(page: PageHandle): Promise<string> {
  return callInPage(page, pageCode.currentUrl).catch((error: unknown) => {
    if (!isContextGone(error)) throw error;
    return '';
  });
}

async function pointAt(
  place: StepPlace,
  { page, finder, endsAt }: StepRun,
  more: { isEnabled?: boolean; offsetX?: number; offsetY?: number } = {},
) {
  const needs = { isEnabled: false, receivesEvents: true, ...more };
  return useElement(page, finder, place, { ...needs, endsAt });
}

const buttons = { primary: 'left', secondary: 'right' } as const;

async function clickElement(
  step: Extract<Step, { type: 'click' | 'doubleClick' }>,
  run: StepRun,
): Promise<void> {
  const { button = 'primary', offsetX, offsetY } = step;
  const { session } = run.page;
  const { x, y, isOnLabel } = await pointAt({ ...step, toClick: true }, run, {
    isEnabled: true,
    ...(offsetX === undefined ? {} : { offsetX }),
    ...(offsetY === undefined ? {} : { offsetY }),
  });
  const last = run.held.clickedAt;
  run.held.clickedAt = { x, y };
  // The Recorder writes the click on a label, and then the one that it causes on its field.
  if (isOnLabel && last && Math.hypot(last.x - x, last.y - y) < 2) return;
  const mouse = { x, y, button: buttons[button], modifiers: run.held.modifiers };
  run.beforeInput();
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  const clicks = step.type === 'doubleClick' ? [1, 2] : [1];
  for (const clickCount of clicks) {
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse, clickCount });
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse, clickCount });
  }
  await run.settle();
}

async function fill(step: Extract<Step, { type: 'change' }>, run: StepRun): Promise<void> {
  const { page, finder, endsAt } = run;
  const value = run.fillIn(step.value);
  const needs = { isEnabled: true, receivesEvents: false, endsAt };
  const element = await useElement(page, finder, step, needs);
  const target = await ifThere(
    page.deadline.race(callOnElement<TextTarget>(element, pageCode.prepareText.source, value)),
  );
  if (target === 'typed') await page.session.send('Input.insertText', { text: value });
  else if (target === 'readonly') throw new StepFailure('its element is read-only');
  else if (target !== 'set') throw new StepFailure(await reasonOfNoValue(element));
  if (target === 'set') await run.settle();
}

async function reasonOfNoValue(element: Parameters<typeof callOnElement>[0]): Promise<string> {
  const options = await callOnElement<string[]>(element, pageCode.optionTexts.source);
  if (!options || options.length === 0) return 'its element takes no text';
  const shown = options.slice(0, 10).map((text) => JSON.stringify(text));
  return `its list has no such option; it has ${shown.join(', ')}`;
}

function keysNamed(combination: string): Key[] {
  const keys = keysOf(combination);
  if (keys) return keys;
  throw new StepFailure(
    'there is no such key: keys are named as in KeyboardEvent.key, for example Enter or Control+A',
  );
}

async function pressKey(
  plain: Key,
  { page, held, beforeInput }: StepRun,
  type: 'keyDown' | 'keyUp',
): Promise<void> {
  const { text, ...key } = (held.modifiers & 8) === 0 ? plain : shifted(plain);
  if (type === 'keyDown') beforeInput();
  const bit = modifierBits[key.key] ?? 0;
  if (type === 'keyDown') held.modifiers |= bit;
  else held.modifiers &= ~bit;
  // With Control, Alt or Meta a key types nothing.
  const isTyped = type === 'keyDown' && text !== undefined && (held.modifiers & ~8) === 0;
  const command = type === 'keyDown' && isSelectAll(key.key, held.modifiers);
  await page.session.send('Input.dispatchKeyEvent', {
    type: type === 'keyDown' && !isTyped ? 'rawKeyDown' : type,
    modifiers: held.modifiers,
    ...key,
    ...(pastes(key.key, held.modifiers) && { windowsVirtualKeyCode: 0 }),
    ...(isTyped ? { text, unmodifiedText: text } : {}),
    ...(command ? { commands: ['selectAll'] } : {}),
  });
}

/**
 * Returns whether keys insert the clipboard. All pages of a browser share it, so Chromium gets such
 * a key without its code: the page sees the key, and nothing is inserted.
 */
function pastes(key: string, modifiers: number): boolean {
  const isCommand = (modifiers & (2 | 4)) !== 0;
  return (key.toLowerCase() === 'v' && isCommand) || (key === 'Insert' && modifiers !== 0);
}

/** Chromium without a window has no editing commands of its own. */
function isSelectAll(key: string, modifiers: number): boolean {
  return key.toLowerCase() === 'a' && (modifiers === 2 || modifiers === 4);
}

function isCount(found: number, operator: '==' | '>=' | '<=', count: number): boolean {
  if (operator === '==') return found === count;
  return operator === '>=' ? found >= count : found <= count;
}
