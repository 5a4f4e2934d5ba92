import { parseRequest, type KindSet, type RenderRequest } from '@tintype/contract';
import type { Job } from '../execute/job.ts';

const kindNeed = (name: string) => `kind:${name}`;

/**
 * What a program has to know so that it can make a job: its kinds, and the parameters that say
 * something else than their default. One of another version, or with other plugins, may not know
 * them all.
 */
export function needsOf(
  { request, outputs = [] }: Pick<Job, 'request' | 'outputs'>,
  kinds: KindSet,
): string[] {
  const requests = [request, ...outputs.map((output) => output.request)];
  const needs = requests.flatMap(({ kind, ...parameters }) => [
    kindNeed(kind),
    ...changed(parameters, defaultsOf(kind, kinds)),
  ]);
  return [...new Set(needs)];
}

/** Everything that a program with these kinds knows. */
export function knownBy(kinds: KindSet): string[] {
  const names = [...kinds].flatMap(({ name, parameters }) => [
    kindNeed(name),
    ...Object.keys(parameters),
  ]);
  return [...new Set(names)];
}

function changed(parameters: object, defaults: Readonly<Record<string, unknown>>): string[] {
  const isUsual = ([name, value]: [string, unknown]) =>
    value === undefined || JSON.stringify(value) === JSON.stringify(defaults[name]);
  return Object.entries(parameters).flatMap((entry) => (isUsual(entry) ? [] : [entry[0]]));
}

function defaultsOf(
  kind: RenderRequest['kind'],
  kinds: KindSet,
): Readonly<Record<string, unknown>> {
  try {
    const { url: _, ...defaults } = parseRequest(
      { kind, url: 'https://example.com/' },
      { kinds },
    ).request;
    return defaults;
  } catch {
    // A plugin's kind that requires some parameter: all workers that know the kind qualify.
    return {};
  }
}
