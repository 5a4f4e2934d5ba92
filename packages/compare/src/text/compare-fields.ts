import { structureProblem } from '@tintype/contract/read';
import type { FieldChange } from '../comparison.ts';
import { jsonLimits } from './sorted-json.ts';

/** Maximum number of changes that are reported. */
const maxChanges = 200;
/** Maximum length of a reported value. */
const maxValue = 500;
/** Maximum number of values in JSON-LD that are compared. */
const maxLeaves = 20_000;

/** Fields of a scraped page whose values are texts or numbers. */
const values =
  'url title description canonical author published modified language site image pages'.split(' ');
/** Lists in which an entry is known by its URL. */
const lists = ['links', 'images', 'feeds', 'breadcrumbs'];

type Page = Record<string, unknown>;

/**
 * Compares the fields of two pages scraped as JSON: title, links, JSON-LD and others.
 * @param strip - removes what does not count
 * @returns undefined if one of the texts is something else
 */
export function compareFields(
  before: string,
  after: string,
  strip: (text: string) => string,
): FieldChange[] | undefined {
  const [old, now] = [readPage(before), readPage(after)];
  if (!old || !now) return undefined;
  const changes = [
    ...values.flatMap((name) => changeOf(name, textOf(old[name]), textOf(now[name]))),
    ...lists.flatMap((name) => listChanges(name, urlsOf(old[name]), urlsOf(now[name]))),
    ...leafChanges(leavesOf(old['json_ld']), leavesOf(now['json_ld'])),
  ];
  return changes
    .filter(({ before: one = '', after: other = '' }) => strip(one) !== strip(other))
    .slice(0, maxChanges)
    .map(({ field, before: one, after: other }) => ({
      field,
      ...(one !== undefined && { before: one.slice(0, maxValue) }),
      ...(other !== undefined && { after: other.slice(0, maxValue) }),
    }));
}

/** Reads the result of a scrape as JSON. */
function readPage(text: string): Page | undefined {
  if (structureProblem(text, jsonLimits) !== undefined) return undefined;
  try {
    const page = JSON.parse(text) as Page | null;
    const isPage = typeof page?.['url'] === 'string' && typeof page['markdown'] === 'string';
    return isPage && Array.isArray(page['links']) ? page : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function changeOf(field: string, before?: string, after?: string): FieldChange[] {
  if (before === after) return [];
  return [
    { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
  ];
}

function urlsOf(list: unknown): Set<string> {
  const entries = Array.isArray(list) ? (list as ({ url?: unknown } | null)[]) : [];
  return new Set(entries.flatMap((entry) => textOf(entry?.url) ?? []));
}

function listChanges(field: string, before: Set<string>, after: Set<string>): FieldChange[] {
  return [
    ...[...before].filter((url) => !after.has(url)).map((url) => ({ field, before: url })),
    ...[...after].filter((url) => !before.has(url)).map((url) => ({ field, after: url })),
  ];
}

/** Returns the values within JSON-LD by their paths, such as `json_ld[0].offers.price`. */
function leavesOf(root: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (path: string, value: unknown) => {
    if (leaves.size >= maxLeaves) return;
    if (typeof value !== 'object' || value === null) leaves.set(path, String(value));
    else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(`${path}[${at}]`, item);
    } else {
      for (const [name, item] of Object.entries(value)) visit(`${path}.${name}`, item);
    }
  };
  if (root !== undefined) visit('json_ld', root);
  return leaves;
}

function leafChanges(before: Map<string, string>, after: Map<string, string>): FieldChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => changeOf(path, before.get(path), after.get(path)));
}
