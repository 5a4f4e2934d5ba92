import { isForeignName, ownName, withOwnNames } from '../request/names.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { isPairList, pairSplitters, splitJoinedPairs } from '../values/pair-lists.ts';
import { parameterInfos, type ParameterInfo } from './parameter-list.ts';
import { maxUnknown, parameterError } from '../read/refusal.ts';
import { isParameter } from '../request/sort-parameters.ts';
import { quotedItems, splitOutside } from '../values/split-list.ts';

/** Longer texts are not parsed as numbers. */
const maxNumberLength = 40;

/**
 * Converts a query string or flags to JSON values, guided by the JSON Schema of the kind. Invalid
 * values stay strings, so that `parseRequest` reports them.
 *
 * - booleans: `true`, `false`, `1`, `0`, in any case;
 * - numbers: `1`, `1.0`;
 * - an empty value and the word `null` equal an absent parameter;
 * - lists: `k=a&k=b`, `k[]=a`, `k[0]=a&k[1]=b`, `k=a,b` and `k=['a', 'b']`; `cookies` and `headers`
 *   are split at `; `, and a single value also at a comma that precedes another name;
 * - values from a set and device ids, in any case.
 *
 * Names that start with `x_` or `utm_` are left out, and names added by trackers and cache busters:
 * `_`, `fbclid`, `gclid`.
 * @param entries Names and values, percent-decoded, in the order in which they were sent.
 * @throws {RenderError} `invalid_parameter` when a parameter that is no list is given twice;
 *   `unknown_parameter` for the name `kind`.
 * @example
 * fromStrings('screenshot', new URLSearchParams('full_page=1')); // { full_page: true }
 */
export function fromStrings(
  kind: string,
  entries: Iterable<readonly [string, string]>,
  kinds: KindSet = builtInKinds,
): Record<string, unknown> {
  const known = knownNames(kind, kinds);
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, texts] of gather(known, entries)) {
    const info = known.info(name);
    const value = info?.type === 'list' ? toList(texts, info) : toValue(texts, name, known);
    if (value !== undefined) values[name] = value;
  }
  return { ...values };
}

/**
 * Converts unambiguous strings in a JSON body as in a query string, because no-code tools send
 * them: `"800"`, `"true"`, `"a,b"` for a list, and `""` for an absent value.
 */
export function fromJson(
  kind: string,
  body: Readonly<Record<string, unknown>>,
  kinds: KindSet = builtInKinds,
): Record<string, unknown> {
  const known = knownNames(kind, kinds);
  const values: [string, unknown][] = [];
  let unknown = 0;
  for (const [name, value] of Object.entries(withOwnNames(body))) {
    values.push([name, fromJsonValue(value, known.info(name))]);
    // The request is rejected anyway, and may have thousands more.
    if (!known.has(name)) unknown += 1;
    if (unknown >= maxUnknown) break;
  }
  return Object.fromEntries(values);
}

/** Parameter names of one kind. */
interface KnownNames {
  info(name: string): ParameterInfo | undefined;
  /** Returns true if any kind has a parameter of this name. */
  has(name: string): boolean;
}

function knownNames(kind: string, kinds: KindSet): KnownNames {
  const infos = parameterInfos(kind, kinds);
  return { info: (name) => infos.get(name), has: (name) => isParameter(name, kinds) };
}

function fromJsonValue(value: unknown, info: ParameterInfo | undefined): unknown {
  if (typeof value !== 'string' || info === undefined) return value;
  if (value === '') return undefined;
  return info.type === 'list' ? toList([value], info) : toScalar(value, info);
}

/** One text of a parameter, with the index of its name: `k[1]`. */
interface Text {
  text: string;
  index: number;
}

/** Groups texts by parameter, in the order of their indices. */
function gather(
  known: KnownNames,
  entries: Iterable<readonly [string, string]>,
): Map<string, string[]> {
  const found = new Map<string, Text[]>();
  let unknown = 0;
  for (const [key, text] of entries) {
    if (unknown >= maxUnknown) break;
    if (isForeignName(key)) continue;
    if (key === 'kind') {
      // A query string must not override the path or the command.
      const message = 'Unknown parameter kind. The path or the command determines the kind.';
      throw parameterError('kind', message, 'unknown_parameter');
    }
    const { name, index } = placeOf(known, key);
    const texts = found.get(name);
    if (texts !== undefined) {
      texts.push({ text, index });
      continue;
    }
    found.set(name, [{ text, index }]);
    if (!known.has(name)) unknown += 1;
  }
  return new Map(
    Array.from(found, ([name, texts]) => [
      name,
      texts.toSorted((a, b) => a.index - b.index).map(({ text }) => text),
    ]),
  );
}

/** Parses `k[]` and `k[0]`, for lists only. */
function placeOf(known: KnownNames, key: string): { name: string; index: number } {
  const open = key.lastIndexOf('[');
  const name = ownName(key.slice(0, open));
  const isList = open > 0 && known.info(name)?.type === 'list';
  const place = isList ? /^\[([0-9]{0,6})\]$/.exec(key.slice(open)) : null;
  return place === null ? { name: ownName(key), index: 0 } : { name, index: Number(place[1]) };
}

function toList(texts: readonly string[], info: ParameterInfo): unknown[] | undefined {
  const given = texts.filter((text) => !isAbsent(text));
  const items =
    given.length === 1
      ? joinedItems(given[0] ?? '', info)
      : given.flatMap((text) => itemsOf(text, info));
  const kept = items.filter((item) => item !== '');
  return kept.length === 0 ? undefined : kept.map((item) => toChoice(item, info));
}

/** Splits a list given as one string. */
function joinedItems(text: string, info: ParameterInfo): string[] {
  const { name } = info;
  const isJoined = isPairList(name) && quotedItems(text) === undefined;
  return isJoined ? splitJoinedPairs(name, text) : itemsOf(text, info);
}

function itemsOf(text: string, { name, values }: ParameterInfo): string[] {
  const quoted = quotedItems(text);
  const split = Object.hasOwn(pairSplitters, name) ? pairSplitters[name] : undefined;
  if (split !== undefined) return (quoted ?? [text]).flatMap(split);
  if (quoted !== undefined) return quoted;
  // `[load, networkidle0]`: no value of a set has brackets, while a selector may.
  const bare =
    values !== undefined && /^\[.*\]$/.test(text.trim()) ? text.trim().slice(1, -1) : text;
  return splitOutside(bare, ',').map((item) => item.trim());
}

function toValue(texts: readonly string[], name: string, known: KnownNames): unknown {
  const [text = ''] = texts;
  const isKnown = known.has(name);
  const info = known.info(name);
  if (texts.length > 1 && isKnown) {
    throw parameterError(name, `${name} must be given once; got it ${texts.length} times.`);
  }
  if (isKnown && isAbsent(text)) return undefined;
  return info === undefined ? text : toScalar(text, info);
}

function toScalar(text: string, info: ParameterInfo): unknown {
  switch (info.type) {
    case 'boolean':
      return toBoolean(text);
    case 'integer':
    case 'number':
      return toNumber(text);
    case 'string':
      return toChoice(info.lowerCase ? text.toLowerCase() : text, info);
    default:
      return text;
  }
}

function isAbsent(text: string): boolean {
  return text === '' || text === 'null';
}

function toBoolean(text: string): boolean | string {
  switch (text.trim().toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return text;
  }
}

function toNumber(text: string): number | string {
  const trimmed = text.trim();
  const isNumber =
    trimmed.length <= maxNumberLength &&
    /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?$/i.test(trimmed);
  return isNumber ? Number(trimmed) : text;
}

/** Returns a value in the case of its set. */
function toChoice(text: string, { values }: ParameterInfo): string {
  // `html` may have megabytes.
  if (values === undefined) return text;
  const wanted = text.trim().toLowerCase();
  return values.find((value) => value.toLowerCase() === wanted) ?? text;
}
