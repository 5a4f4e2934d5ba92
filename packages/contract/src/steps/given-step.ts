import { describeValue } from '../read/wrong-value.ts';
import { nearest } from '../read/nearest.ts';
import { maxSelectorLength, type StepFile, type StepSelectors } from './steps.ts';

/** Problem of a step, which names its place and never contains a value to type. */
export class WrongStep extends Error {}

const maxAlternatives = 10;
const maxPath = 5;
const maxFiles = 10;
const maxKeyLength = 64;

/** Fields whose values may be secret, or contain a password. */
const hidden: ReadonlySet<string> = new Set(['value', 'url', 'navigate']);

/** Reads the fields of one step as a caller wrote it. */
export interface GivenStep {
  /** For example `step 3`. */
  readonly place: string;
  readonly names: readonly string[];
  has(name: string): boolean;
  value(name: string): unknown;
  text(name: string, max: number): string;
  /** The name of a key; one is a blank. */
  key(name: string): string;
  number(name: string, min: number, max: number): number;
  choice<V extends string>(name: string, values: readonly V[]): V;
  flag(name: string): boolean;
  selectors(name: string): StepSelectors;
  files(name: string): StepFile[];
  list(name: string): unknown[];
  /** Rejects fields that a step of this form does not have. */
  only(...names: string[]): void;
  wrong(name: string, expected: string): WrongStep;
}

export function givenStep(given: unknown, place: string): GivenStep {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new WrongStep(`${place} must be an object, for example {"click": "text/Sign in"}`);
  }
  const fields = given as Record<string, unknown>;
  const has = (name: string) => fields[name] !== undefined && fields[name] !== null;
  const wrong = (name: string, expected: string) => {
    const got = has(name) ? describeValue(fields[name], hidden.has(name)) : 'none';
    return new WrongStep(`${place}: ${name} must be ${expected}; got ${got}`);
  };
  const step: GivenStep = {
    place,
    names: Object.keys(fields),
    has,
    value: (name) => fields[name],
    text(name, max) {
      const value = fields[name];
      if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value;
      throw wrong(name, `a text of at most ${max} characters`);
    },
    key(name) {
      const value = fields[name];
      if (typeof value === 'string' && value !== '' && value.length <= maxKeyLength) return value;
      throw wrong(name, 'the name of a key, for example Enter or Control+A');
    },
    number(name, min, max) {
      const value = fields[name];
      if (typeof value === 'number' && value >= min && value <= max) return value;
      throw wrong(name, `a number from ${min} to ${max}`);
    },
    choice(name, values) {
      const value = values.find((one) => one === fields[name]);
      if (value !== undefined) return value;
      throw wrong(name, `one of ${values.join(', ')}`);
    },
    flag(name) {
      const value = fields[name];
      if (typeof value === 'boolean') return value;
      throw wrong(name, 'true or false');
    },
    selectors: (name) => selectorsOf(fields[name], () => wrong(name, selectorsExpected)),
    files(name) {
      const list = [fields[name]].flat();
      if (list.length === 0 || list.length > maxFiles) {
        throw wrong(name, `a list of 1 to ${maxFiles} files`);
      }
      return list.map((one) => fileOf(one, `${place}: ${name}`));
    },
    list(name) {
      const value = fields[name];
      if (Array.isArray(value)) return value as unknown[];
      throw wrong(name, 'a list of steps');
    },
    only(...names) {
      const known = [...names, 'timeout'];
      const extra = Object.keys(fields).find((name) => !known.includes(name));
      if (extra === undefined) return;
      const near = nearest(extra, known);
      const hint = near ?? names.join(', ');
      throw new WrongStep(`${place} must have no field but ${hint}; got ${describeValue(extra)}`);
    },
    wrong,
  };
  return step;
}

const selectorsExpected =
  'a selector (CSS, text/..., aria/..., xpath/..., pierce/...), or a list of alternatives';

/** Reads selectors as the DevTools Recorder writes them, or one as a text. */
function selectorsOf(given: unknown, wrong: () => WrongStep): StepSelectors {
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxAlternatives) throw wrong();
  return list.map((one: unknown) => {
    const path = [one].flat();
    if (path.length === 0 || path.length > maxPath) throw wrong();
    return path.map((selector) => {
      if (typeof selector !== 'string' || selector.length > maxSelectorLength) throw wrong();
      // Playwright writes text=Sign in.
      const written = selector.trim().replace(/^(text|aria|xpath|css)=/, '$1/');
      const plain = written.replace(/^css\//, '');
      if (plain.replace(/^(?:text|aria|xpath|pierce)\//, '').trim() === '') throw wrong();
      return plain;
    });
  });
}

function fileOf(given: unknown, place: string): StepFile {
  const file = givenStep(given, place);
  file.only('name', 'type', 'content', 'base64');
  const content = file.value('content');
  if (typeof content !== 'string') throw file.wrong('content', 'a text');
  return {
    name: file.text('name', 255),
    ...(file.has('type') ? { type: file.text('type', 255) } : {}),
    content,
    ...(file.has('base64') && file.flag('base64') ? { base64: true } : {}),
  };
}
