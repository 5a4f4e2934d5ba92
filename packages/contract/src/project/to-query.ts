/**
 * Returns a query string that `fromStrings` parses to the same parameters, for every kind.
 *
 * `undefined`, `null` and empty lists are left out. A list is written `k=a&k=b`, or
 * `k=["a,b","c"]` if an item has characters that would split it.
 * @throws {TypeError} For a value that a query string cannot express: an object, `NaN`, an infinity,
 *   an empty text, the text `null`.
 * @example
 * toQuery({ url: 'https://example.com/?a=1', full_page: true });
 * // 'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1&full_page=true'
 */
export function toQuery(parameters: object): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => textsOf(name, value).map((text) => pair(name, text)))
    .join('&');
}

/** Parameters that may be objects or lists; their JSON is equivalent. */
const jsonParameters: ReadonlySet<string> = new Set(['storage_state', 'steps', 'secrets']);

function pair(name: string, text: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`;
}

function textsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || jsonParameters.has(name)) return [textOf(name, value)];
  const items = value.map((item) => itemOf(name, item));
  if (items.every(isPlain)) return items;
  return [`[${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}]`];
}

function textOf(name: string, value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'number':
      if (Number.isFinite(value)) return String(value);
      throw unwritable(name, `the number ${value}`);
    case 'string':
      if (value !== '' && value !== 'null') return value;
      throw unwritable(
        name,
        value === '' ? 'an empty text' : 'the text "null", which means "not given"',
      );
    default:
      if (jsonParameters.has(name) && typeof value === 'object') return JSON.stringify(value);
      throw unwritable(name, `a value of type ${typeof value}`);
  }
}

function itemOf(name: string, item: unknown): string {
  if (typeof item === 'string' && item !== '') return item;
  throw unwritable(name, item === '' ? 'an empty item' : `an item of type ${typeof item}`);
}

/** Returns true if the item has no characters that separate, quote or end a list. */
function isPlain(item: string): boolean {
  return !/[,;"'\\()[\]{}]/.test(item) && item.trim() === item && item !== 'null';
}

function unwritable(name: string, what: string): TypeError {
  return new TypeError(`${name} cannot be written in a query string: it is ${what}.`);
}
