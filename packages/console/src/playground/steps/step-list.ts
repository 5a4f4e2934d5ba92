import {
  describeStep,
  isWithoutEffect,
  maxSteps,
  readStep,
  readSteps,
  type Step,
} from '@tintype/contract/steps';
import { withoutSecrets } from './pasted-secrets.ts';

/** Returns the steps of a text as they were written, faulty ones too, or its problem in words. */
export function listOf(text: string): unknown[] | string {
  if (text.trim() === '') return [];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'This is not JSON; the console reads no YAML.';
  }
  const list = isFields(given) && 'steps' in given ? given['steps'] : given;
  if (Array.isArray(list)) return list as unknown[];
  const problem = readSteps(text);
  return typeof problem === 'string' ? `${problem}.` : [];
}

/** Steps of a pasted text, and what it says of its page. */
export interface Pasted {
  steps: unknown[];
  /** The first page of an export. */
  url?: string;
  /** Parameters of the page's size. */
  viewport: Readonly<Record<string, string>>;
  /** Typed secrets, by the names that replace them. */
  secrets: Readonly<Record<string, string>>;
}

/** Reads an export of the DevTools Recorder, or a list of steps. Returns its problem in words. */
export function readPasted(text: string): Pasted | string {
  const list = listOf(text);
  if (typeof list === 'string') return list;
  if (list.length === 0) return 'There are no steps in it.';
  if (list.length > maxSteps) return `At most ${maxSteps} steps are possible; got ${list.length}.`;
  const read = list.map((given, at) => ({ given, step: readStep(given, at + 1) }));
  const effective = read.filter(({ step }) => typeof step === 'string' || !isWithoutEffect(step));
  const first = effective[0]?.step;
  const isExport = !text.trimStart().startsWith('[');
  const url = isExport && isStep(first) && first.type === 'navigate' ? first.url : undefined;
  const steps = effective.slice(url === undefined ? 0 : 1).map(({ given }) => given);
  const { recording, secrets } = withoutSecrets({ steps, ...(url !== undefined && { url }) });
  return { ...recording, secrets, viewport: viewportOf(read) };
}

interface ReadStep {
  given: unknown;
  step: Step | string;
}

function viewportOf(read: readonly ReadStep[]): Record<string, string> {
  const first = read.find(({ step }) => isStep(step) && step.type === 'setViewport');
  const recording = first && readSteps(JSON.stringify([first.given]));
  if (typeof recording !== 'object') return {};
  const entries = Object.entries(recording.viewport).map(([name, value]) => [name, String(value)]);
  // Most recordings have the default.
  return Object.fromEntries(entries.filter((one) => one.join() !== 'device_scale_factor,1'));
}

/** Describes a step as messages and receipts do, or a faulty one by its JSON. */
export function titleOf(given: unknown): string {
  const step = readStep(given, 1);
  return typeof step === 'string' ? JSON.stringify(given).slice(0, 80) : describeStep(step);
}

/** Returns a list with the item at `from` moved to `to`. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const [item] = list.slice(from, from + 1);
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item);
}

function isStep(step: Step | string | undefined): step is Step {
  return typeof step === 'object';
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
