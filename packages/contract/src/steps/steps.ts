/** Maximum number of steps, those inside others included. */
export const maxSteps = 100;

/** Maximum time that a step waits for its element, in ms. */
export const maxStepTimeoutMs = 30_000;

/** Default time that a step waits for its element, in ms. */
export const usualStepTimeoutMs = 5000;

/** Maximum length of a pause, in ms. */
export const maxPauseMs = 10_000;

/** Maximum characters of the JSON of steps, with the contents of files. */
export const maxStepsLength = 131_072;

/** People write no longer selectors, and long ones can be slow to match. */
export const maxSelectorLength = 1024;

/** Longer code belongs in a file of the page. */
export const maxCodeLength = 65_536;

/**
 * Alternatives for one element: the first that matches is used. Each is a path of selectors; all but
 * the first are matched inside the shadow tree of the element before.
 */
export type StepSelectors = readonly (readonly string[])[];

/** A file that a step gives to a file input. */
export interface StepFile {
  name: string;
  /** Media type. Default `application/octet-stream`. */
  type?: string;
  content: string;
  /** True if `content` is base64. */
  base64?: boolean;
}

interface OfEachStep {
  /** Maximum time for this step, in ms. Default 5000. */
  timeout?: number;
  /** True if it causes a navigation, which is awaited. */
  navigates?: true;
}

interface OnElement extends OfEachStep {
  selectors: StepSelectors;
  /** Position of the frame that has the element, as a path of indices: frames are searched first. */
  frame?: readonly number[];
}

/** One interaction, with the names of the JSON that Chrome's DevTools Recorder exports. */
export type Step =
  | (OfEachStep & { type: 'navigate'; url: string })
  | (OnElement & {
      type: 'click' | 'doubleClick';
      button?: 'primary' | 'secondary';
      /** Distance from the left edge of the element, in px. Default: its centre. */
      offsetX?: number;
      offsetY?: number;
    })
  | (OnElement & { type: 'change'; value: string })
  | (OnElement & { type: 'hover' })
  | (OnElement & { type: 'upload'; files: readonly StepFile[] })
  | (OfEachStep & { type: 'keyDown' | 'keyUp' | 'press'; key: string })
  | (OfEachStep & {
      type: 'scroll';
      /** The element to scroll; with neither `x` nor `y`, it is scrolled into view. */
      selectors?: StepSelectors;
      frame?: readonly number[];
      x?: number;
      y?: number | 'top' | 'bottom';
    })
  /** Without effect: the size is in the parameters of the viewport. */
  | (OfEachStep & { type: 'setViewport'; width: number; height: number })
  | (OnElement & {
      type: 'waitForElement';
      operator?: '==' | '>=' | '<=';
      count?: number;
      /** Values that its attributes must have. */
      attributes?: Readonly<Record<string, string>>;
      /** Values that its properties must have. */
      properties?: Readonly<Record<string, string | number | boolean>>;
      /** False to wait until the element is hidden or gone. */
      visible?: boolean;
    })
  | (OfEachStep & { type: 'waitForExpression'; expression: string })
  | (OfEachStep & { type: 'waitForUrl'; url: string })
  | { type: 'pause'; ms: number }
  /** Captures an output at this point, by its name with or without an extension. */
  | (OfEachStep & { type: 'capture'; name: string })
  | (OnElement & { type: 'ifVisible'; then: readonly Step[]; else?: readonly Step[] });

/** Words for a step, in messages, traces and receipts. They never contain a value. */
const verbs = {
  navigate: 'navigate to',
  click: 'click',
  doubleClick: 'double-click',
  change: 'fill',
  hover: 'hover',
  upload: 'upload to',
  keyDown: 'hold',
  keyUp: 'release',
  press: 'press',
  scroll: 'scroll',
  setViewport: 'set the viewport to',
  waitForElement: 'wait for',
  waitForExpression: 'wait for',
  waitForUrl: 'wait for',
  pause: 'pause',
  capture: 'capture',
  ifVisible: 'if visible:',
} satisfies Record<Step['type'], string>;

const maxShown = 80;

/** Describes a step in a few words, for example `click text/Sign in`. */
export function describeStep(step: Step): string {
  const object = objectOf(step).slice(0, 1000).replace(/\s+/g, ' ');
  const shown = object.length > maxShown ? `${object.slice(0, maxShown)}...` : object;
  return shown === '' ? verbs[step.type] : `${verbs[step.type]} ${shown}`;
}

function objectOf(step: Step): string {
  if ('selectors' in step && step.selectors) return step.selectors[0]?.join(' >> ') ?? '';
  switch (step.type) {
    case 'navigate':
    case 'waitForUrl':
      return step.url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/\\]*@/i, '$1');
    case 'keyDown':
    case 'keyUp':
    case 'press':
      return step.key;
    case 'scroll':
      return typeof step.y === 'string' ? `to the ${step.y}` : `to ${step.x ?? 0}, ${step.y ?? 0}`;
    case 'setViewport':
      return `${step.width}x${step.height}`;
    case 'waitForExpression':
      return step.expression;
    case 'pause':
      return `${step.ms} ms`;
    case 'capture':
      return step.name;
    default:
      return '';
  }
}
