import type { Parameter } from '../form-info.ts';

/** Files of one load, at most: see docs/captures.md. */
const maxImages = 10;

/** Maximum number of steps of a request, with those that capture. */
const maxSent = 100;

/** A request that captures images between steps. */
export interface RunPlan {
  steps: readonly unknown[];
  outputs: readonly { name: string; kind: 'screenshot'; format: 'webp' }[];
  /** Positions of the steps whose images are the outputs. */
  shown: readonly number[];
  /** Position of the given step, for each step of the request. */
  origins: readonly number[];
}

/** Returns the request for an image after each step, or the last ten of them. */
export function planRun(given: readonly unknown[], until: number): RunPlan {
  const run = given.slice(0, until + 1);
  const room = Math.max(1, Math.min(maxImages, maxSent - countOf(run) + 1));
  const first = Math.max(0, run.length - room);
  const shown = run.map((_, at) => at).slice(first);
  const sent = run.flatMap((step, at) => [
    // An own capture step makes no other file here.
    ...(isCapture(step) ? [] : [{ step, at }]),
    // The last image is made after the last step.
    ...(at >= first && at < until ? [{ step: { capture: nameOf(at) }, at }] : []),
  ]);
  return {
    steps: sent.map(({ step }) => step),
    outputs: shown.map((at) => ({
      name: `${nameOf(at)}.webp`,
      kind: 'screenshot',
      format: 'webp',
    })),
    shown,
    origins: sent.map(({ at }) => at),
  };
}

/** Parameters that apply after the last step. */
const endings: ReadonlySet<string> = new Set([
  'wait_for_selector',
  'wait_for_function',
  'scroll_to',
]);

/** Returns the parameters of a form that bring the page into its state. */
export function parametersOfPage(
  parameters: Readonly<Record<string, unknown>>,
  declared: readonly Parameter[],
  isPartial: boolean,
): Record<string, unknown> {
  const names = declared.flatMap(({ name, half }) => (half === 'load' ? [name] : []));
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name]) => names.includes(name) && !(isPartial && endings.has(name)),
    ),
  );
}

/** Returns the failed step of a message, and its reason. Undefined if it names no step. */
export function failedStep(
  message: string,
  { origins }: Pick<RunPlan, 'origins'>,
  titles: readonly string[],
): { step: number; message: string } | undefined {
  const [place = '', number = '', inside = ''] = /\bstep (\d+)((?:\.\d+)*) \(/.exec(message) ?? [];
  const step = origins[Number(number) - 1];
  if (step === undefined) return undefined;
  const start = `steps: ${place}`;
  const rest = message.slice(Math.max(0, message.indexOf(start)));
  const prefix = `${start}${titles[step]}): `;
  if (inside === '' && rest.startsWith(prefix)) {
    return { step, message: capitalised(rest.slice(prefix.length)) };
  }
  const own = rest.replace(/^steps: /, '').replace(place, `${step + 1}${inside} `);
  return { step, message: own.replace('): ', ': ') };
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function nameOf(at: number): string {
  return `step-${at + 1}`;
}

function isCapture(step: unknown): boolean {
  if (typeof step !== 'object' || step === null) return false;
  return 'capture' in step || ('type' in step && step.type === 'capture');
}

/** Number of steps, with those inside others. */
function countOf(steps: readonly unknown[]): number {
  return steps.reduce<number>((sum, step) => {
    const { then = [], else: other = [] } = (step ?? {}) as { then?: unknown; else?: unknown };
    return sum + 1 + countOf([then].flat()) + countOf([other].flat());
  }, 0);
}
