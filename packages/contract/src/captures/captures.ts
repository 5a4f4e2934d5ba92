import type { RenderRequest } from '../request/requests.ts';
import { fileOf } from '../kinds/kind-info.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import type { Problem } from '../read/refusal.ts';
import { wrongValue } from '../read/wrong-value.ts';

/** Name of requests for several files of one load, where others have a kind: in URLs and metrics. */
export const capturesName = 'captures';

/** Maximum number of files of one load. */
export const maxOutputs = 10;

/** One file of a load: its unique name, and the request that would produce it alone. */
export interface OutputRequest {
  name: string;
  request: RenderRequest;
}

/** A validated request for several files of one load. */
export interface CapturesRequest {
  /** Parameters of the page and of delivery; its kind is the first that has all of them. */
  page: RenderRequest;
  outputs: readonly OutputRequest[];
}

/** Name of the file that lists the others. */
export const manifestName = 'manifest.json';

/** Form of the name of an output, and its words. */
export const nameForm = /^(?!\.)[\w.-]{1,100}(?<!\.)$/;
export const expectedName =
  'at most 100 letters, digits, _, - and . with no . at an end, for example page.webp';

/** Returns the problem of an output's name, if any. */
export function nameProblem(
  place: string,
  name: unknown,
  taken: ReadonlySet<string>,
): Problem | undefined {
  if (name === undefined || name === null) return undefined;
  const parameter = `${place}.name`;
  const code = 'invalid_parameter';
  if (typeof name !== 'string' || !nameForm.test(name)) {
    return { code, parameter, message: wrongValue(parameter, expectedName, name) };
  }
  const key = name.toLowerCase();
  if (!taken.has(key) && key !== manifestName) return undefined;
  const others = key === manifestName ? 'no name of Tintype' : 'different from the other names';
  return { code, parameter, message: wrongValue(parameter, others, name) };
}

/** Returns whether a `capture` step means an output: its name, with or without the extension. */
export function isCapturedAs(step: string, output: string): boolean {
  return output === step || stemOf(output) === step;
}

/** Returns a name without its extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/** Returns `screenshot.webp`, or `screenshot-2.webp` if that name is taken. */
export function freeName(
  request: RenderRequest,
  taken: ReadonlySet<string>,
  kinds: KindSet,
): string {
  const { extension } = fileOf(kinds.get(request.kind), request);
  for (let number = 1; ; number += 1) {
    const name = `${request.kind}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (!taken.has(name)) return name;
  }
}
