import { structureProblem } from '../read/json-structure.ts';
import { describeValue } from '../read/wrong-value.ts';
import { nearest } from '../read/nearest.ts';
import { expectedName, nameForm, stemOf } from '../captures/captures.ts';
import { givenStep, WrongStep, type GivenStep } from './given-step.ts';
import {
  maxCodeLength,
  maxPauseMs,
  maxSteps,
  maxStepsLength,
  maxStepTimeoutMs,
  type Step,
} from './steps.ts';

/** Steps with what a recording says of its page. */
export interface Recording {
  steps: Step[];
  /** Address of the first `navigate` step, if nothing comes before it. */
  url?: string;
  /** True if the steps have their own title, as an export of the DevTools Recorder. */
  isExport: boolean;
  /** Parameters of the page's size, from the first `setViewport` step. */
  viewport: Record<string, number | boolean>;
}

const maxUrlLength = 16_384;
const maxValueLength = 65_536;
const maxPatternLength = 256;

/** Elements beyond are not counted in a page. */
const maxCount = 1000;
const maxDistance = 100_000_000;
const maxNesting = 3;
const maxFrames = 20;
const maxValues = 20;

/** Each step takes a few lists; selectors have the most. */
const limits = { maxDepth: 20, maxObjects: 3000 };

/**
 * Reads steps: a list, or an export of Chrome's DevTools Recorder.
 * @returns the steps, or the problem in words, which contains no value to type
 * @see https://github.com/puppeteer/replay/blob/main/docs/api/README.md
 */
export function readSteps(text: string): Recording | string {
  if (text.length > maxStepsLength)
    return `steps must have at most ${maxStepsLength} characters; got ${text.length}`;
  const problem = structureProblem(text, limits);
  if (problem !== undefined) return `steps must be a list of steps; the given JSON ${problem}`;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'steps must be JSON; got something else';
  }
  try {
    return recordingOf(given);
  } catch (error) {
    if (error instanceof WrongStep) return error.message;
    throw error;
  }
}

/**
 * Reads one step of a list.
 * @param number Its position, from 1, which its problem names
 * @returns the step, or its problem in words
 */
export function readStep(given: unknown, number: number): Step | string {
  try {
    return stepOf(givenStep(given, `step ${number}`), { left: maxSteps }, maxNesting);
  } catch (error) {
    if (error instanceof WrongStep) return error.message;
    throw error;
  }
}

function recordingOf(given: unknown): Recording {
  const isExport = typeof given === 'object' && given !== null && 'steps' in given;
  const list: unknown = isExport ? given.steps : given;
  if (!Array.isArray(list))
    throw new WrongStep('steps must be a list of steps, or a recording of Chrome DevTools');
  const count = { left: maxSteps };
  const recording: Recording = { steps: [], isExport, viewport: {} };
  for (const [at, one] of list.entries()) {
    const step = givenStep(one, `step ${at + 1}`);
    recording.steps.push(stepOf(step, count, maxNesting));
    const isFirstSize = Object.keys(recording.viewport).length === 0;
    if (step.value('type') === 'setViewport' && isFirstSize) recording.viewport = viewportOf(step);
  }
  const names = captureNames(recording.steps);
  const stems = names.map(stemOf);
  const twice = names.find((name, at) => stems.indexOf(stemOf(name)) !== at);
  if (twice !== undefined) {
    throw new WrongStep(`steps must capture each output once; got ${describeValue(twice)} twice`);
  }
  const first = recording.steps.find((one) => !isWithoutEffect(one));
  if (first?.type === 'navigate') recording.url = first.url;
  return recording;
}

function viewportOf(step: GivenStep): Recording['viewport'] {
  const viewport: Recording['viewport'] = {
    viewport_width: Math.round(step.number('width', 1, 7680)),
    viewport_height: Math.round(step.number('height', 1, 7680)),
  };
  if (step.has('deviceScaleFactor')) {
    // The Recorder writes 0 for the factor of the screen.
    const factor = step.number('deviceScaleFactor', 0, 5);
    if (factor >= 1) viewport['device_scale_factor'] = factor;
  }
  const flags = {
    isMobile: 'viewport_mobile',
    hasTouch: 'viewport_has_touch',
    isLandscape: 'viewport_landscape',
  };
  for (const [name, parameter] of Object.entries(flags)) {
    if (step.has(name) && step.flag(name)) viewport[parameter] = true;
  }
  return viewport;
}

/** A form of a step: fields beside its name, and how they are read. */
interface Form {
  more?: readonly string[];
  read(step: GivenStep, context: Context): Step;
}

interface Context {
  name: string;
  count: { left: number };
  nesting: number;
}

/** Returns the names of the outputs that steps capture, in order. */
export function captureNames(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.type === 'capture' ? [step.name] : []));
}

/** Returns whether a step does nothing: it has its place in a recording only. */
export function isWithoutEffect(step: Step): boolean {
  return step.type === 'setViewport' || (step.type === 'pause' && step.ms === 0);
}

function stepOf(step: GivenStep, count: { left: number }, nesting: number): Step {
  count.left -= 1;
  if (count.left < 0)
    throw new WrongStep(
      `steps must be at most ${maxSteps}, those inside others included; got more`,
    );
  const timeout = step.has('timeout')
    ? { timeout: step.number('timeout', 0, maxStepTimeoutMs) }
    : {};
  if (step.has('type')) {
    const type = step.text('type', 64);
    const form = Object.hasOwn(longForms, type) ? longForms[type] : undefined;
    if (form)
      return { ...form(step, { name: type, count, nesting }), ...timeout, ...recorded(step) };
    throw unknownStep(step, type, Object.keys(longForms));
  }
  const name = shortStepNames.find((one) => step.has(one));
  if (name === undefined) {
    const [first = ''] = step.names;
    throw unknownStep(step, first, shortStepNames);
  }
  const { more = [], read } = shortForms[name]!;
  step.only(name, ...more);
  return { ...read(step, { name, count, nesting }), ...timeout };
}

/** Reads what the Recorder writes beside each step. */
function recorded(step: GivenStep): { frame?: number[]; navigates?: true } {
  const frame = step.has('frame') ? step.value('frame') : [];
  if (!Array.isArray(frame) || frame.length > maxFrames || !frame.every(isIndex)) {
    throw step.wrong('frame', 'a list of numbers');
  }
  const events = step.has('assertedEvents') ? [step.value('assertedEvents')].flat() : [];
  const navigates =
    step.value('navigates') === true ||
    events.some((event: unknown) => (event as { type?: unknown } | null)?.type === 'navigation');
  return {
    ...(frame.length > 0 && step.has('selectors') ? { frame } : {}),
    ...(navigates && step.value('type') !== 'navigate' ? { navigates: true } : {}),
  };
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Reads values that attributes or properties of an element must have. */
function valuesOf<V>(step: GivenStep, name: string, types: readonly string[]): Record<string, V> {
  const given = step.value(name);
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : undefined;
  const isRight = entries?.every(([, value]) => types.includes(typeof value));
  if (!entries || entries.length > maxValues || isRight !== true) {
    throw step.wrong(
      name,
      `an object of at most ${maxValues} names and values (${types.join(', ')})`,
    );
  }
  return Object.fromEntries(entries) as Record<string, V>;
}

function unknownStep(step: GivenStep, name: string, known: readonly string[]): WrongStep {
  const near = nearest(name, known);
  const hint = near ?? known.join(', ');
  return new WrongStep(`${step.place} must be one of ${hint}; got ${describeValue(name)}`);
}

const nothing: Step = { type: 'pause', ms: 0 };

/** Steps as the DevTools Recorder writes them, and our own in the same form. Unknown fields are ignored. */
const longForms: Readonly<Record<string, (step: GivenStep, context: Context) => Step>> = {
  // A recording starts at the page of a new tab.
  navigate: (step) =>
    /^(?:about:blank|chrome:\/\/new-?tab)/.test(String(step.value('url')))
      ? nothing
      : { type: 'navigate', url: urlOf(step, 'url') },
  click: clickOf,
  doubleClick: clickOf,
  change: (step) => change(step, 'selectors'),
  close: () => nothing,
  emulateNetworkConditions: () => nothing,
  setViewport: (step) => ({
    type: 'setViewport',
    width: step.number('width', 1, 7680),
    height: step.number('height', 1, 7680),
  }),
  hover: (step) => ({ type: 'hover', selectors: step.selectors('selectors') }),
  keyDown: keyOf,
  keyUp: keyOf,
  press: keyOf,
  scroll: (step) => ({
    type: 'scroll',
    ...(step.has('selectors') ? { selectors: step.selectors('selectors') } : {}),
    ...(step.has('x') ? { x: step.number('x', 0, maxDistance) } : {}),
    ...(step.has('y') ? { y: edgeOf(step, 'y') ?? step.number('y', 0, maxDistance) } : {}),
  }),
  waitForElement: (step) => ({
    type: 'waitForElement',
    selectors: step.selectors('selectors'),
    ...(step.has('operator') ? { operator: step.choice('operator', ['==', '>=', '<=']) } : {}),
    ...(step.has('count') ? { count: step.number('count', 0, maxCount) } : {}),
    ...(step.has('visible') ? { visible: step.flag('visible') } : {}),
    ...(step.has('attributes') ? { attributes: valuesOf(step, 'attributes', ['string']) } : {}),
    ...(step.has('properties')
      ? { properties: valuesOf(step, 'properties', ['string', 'number', 'boolean']) }
      : {}),
  }),
  waitForExpression: (step) => ({
    type: 'waitForExpression',
    expression: step.text('expression', maxCodeLength),
  }),
  waitForUrl: (step) => ({ type: 'waitForUrl', url: step.text('url', maxPatternLength) }),
  upload: (step) => ({
    type: 'upload',
    selectors: step.selectors('selectors'),
    files: step.files('files'),
  }),
  pause: (step) => ({ type: 'pause', ms: step.number('ms', 0, maxPauseMs) }),
  capture: (step, context) => captureOf(step, 'name', context),
  ifVisible: (step, context) => branch(step, 'selectors', context),
};

/** Short forms, for steps written by hand. */
const shortForms: Readonly<Record<string, Form>> = {
  navigate: { read: (step) => ({ type: 'navigate', url: urlOf(step, 'navigate') }) },
  click: { read: (step) => ({ type: 'click', selectors: step.selectors('click') }) },
  double_click: {
    read: (step) => ({ type: 'doubleClick', selectors: step.selectors('double_click') }),
  },
  fill: { more: ['value'], read: (step) => change(step, 'fill') },
  select: { more: ['value'], read: (step) => change(step, 'select') },
  hover: { read: (step) => ({ type: 'hover', selectors: step.selectors('hover') }) },
  press: { read: (step) => ({ type: 'press', key: step.key('press') }) },
  scroll: {
    read(step) {
      const edge = edgeOf(step, 'scroll');
      if (edge !== undefined) return { type: 'scroll', y: edge };
      if (typeof step.value('scroll') === 'number') {
        return { type: 'scroll', y: step.number('scroll', 0, maxDistance) };
      }
      return { type: 'scroll', selectors: step.selectors('scroll') };
    },
  },
  upload: {
    more: ['files'],
    read: (step) => ({
      type: 'upload',
      selectors: step.selectors('upload'),
      files: step.files('files'),
    }),
  },
  wait_for: {
    more: ['visible'],
    read: (step) => ({
      type: 'waitForElement',
      selectors: step.selectors('wait_for'),
      visible: step.has('visible') ? step.flag('visible') : true,
    }),
  },
  wait_for_url: {
    read: (step) => ({ type: 'waitForUrl', url: step.text('wait_for_url', maxPatternLength) }),
  },
  wait_for_function: {
    read: (step) => ({
      type: 'waitForExpression',
      expression: step.text('wait_for_function', maxCodeLength),
    }),
  },
  pause: { read: (step) => ({ type: 'pause', ms: step.number('pause', 0, maxPauseMs) }) },
  capture: { read: (step, context) => captureOf(step, 'capture', context) },
  if_visible: {
    more: ['then', 'else'],
    read: (step, context) => branch(step, 'if_visible', context),
  },
};

/** Names of the short forms. */
export const shortStepNames: readonly string[] = Object.keys(shortForms);

function clickOf(step: GivenStep, { name }: Context): Step {
  const type = name === 'doubleClick' ? 'doubleClick' : 'click';
  const button = step.has('button') ? step.choice('button', ['primary', 'secondary']) : 'primary';
  return {
    type,
    selectors: step.selectors('selectors'),
    ...(button === 'primary' ? {} : { button }),
    ...(step.has('offsetX') ? { offsetX: step.number('offsetX', -maxDistance, maxDistance) } : {}),
    ...(step.has('offsetY') ? { offsetY: step.number('offsetY', -maxDistance, maxDistance) } : {}),
  };
}

function captureOf(step: GivenStep, name: string, { nesting }: Context): Step {
  if (nesting < maxNesting) {
    throw new WrongStep(`${step.place}: capture must not be inside another step`);
  }
  const value = step.value(name);
  if (typeof value === 'string' && nameForm.test(value)) return { type: 'capture', name: value };
  throw step.wrong(name, expectedName);
}

function keyOf(step: GivenStep, { name }: Context): Step {
  return { type: name as 'press', key: step.key('key') };
}

function change(step: GivenStep, name: string): Step {
  const value = step.value('value');
  if (typeof value !== 'string' || value.length > maxValueLength) {
    throw step.wrong('value', `a text of at most ${maxValueLength} characters`);
  }
  return { type: 'change', selectors: step.selectors(name), value };
}

function edgeOf(step: GivenStep, name: string): 'top' | 'bottom' | undefined {
  const value = step.value(name);
  return value === 'top' || value === 'bottom' ? value : undefined;
}

function urlOf(step: GivenStep, name: string): string {
  const text = step.text(name, maxUrlLength);
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) {
    // Pages of the same site would send it as their referrer, and messages would show it.
    url.username = '';
    url.password = '';
    return url.href;
  }
  throw step.wrong(name, 'an absolute http or https URL');
}

function branch(step: GivenStep, name: string, { count, nesting }: Context): Step {
  if (nesting === 1) throw new WrongStep(`${step.place} must be nested at most ${maxNesting} deep`);
  const inside = (list: string) =>
    step
      .list(list)
      .map((one, at) => stepOf(givenStep(one, `${step.place}.${at + 1}`), count, nesting - 1));
  return {
    type: 'ifVisible',
    selectors: step.selectors(name),
    then: inside('then'),
    ...(step.has('else') ? { else: inside('else') } : {}),
  };
}
