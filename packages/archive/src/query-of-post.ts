/** Maximum length of the query; the rest of a body does not distinguish requests. */
const longestQuery = 4096;
const maxValues = 1000;
/** Longer JSON is written as base64: any page can send 10 MB, which take a second to parse. */
const maxJsonBytes = 65_536;

/**
 * Returns the body of a request as a query, by which players of archives find its response: forms
 * unchanged, each value of JSON under its name, everything else in base64
 * (https://github.com/webrecorder/pywb/blob/main/pywb/warcserver/inputrequest.py).
 */
export function queryOfPost(body: Uint8Array, contentType: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded';
  const start = Buffer.from(body.subarray(0, maxJsonBytes));
  const isWhole = start.length === body.length;
  const query = isForm
    ? start.toString()
    : isWhole
      ? queryOfValues(start.toString(), type)
      : undefined;
  return (query ?? `__wb_post_data=${start.toString('base64')}`).slice(0, longestQuery);
}

function queryOfValues(text: string, type: string | undefined): string | undefined {
  if (type !== 'application/json' && type !== 'text/plain') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return type === 'application/json' ? '' : undefined;
  }
  const query = new URLSearchParams();
  const seen = new Map<string, number>();
  let left = maxValues;
  const add = (item: unknown, name: string): void => {
    left -= 1;
    if (left < 0) return;
    if (Array.isArray(item)) {
      for (const each of item) add(each, name);
    } else if (typeof item === 'object' && item !== null) {
      for (const [key, each] of Object.entries(item)) add(each, key);
    } else if (item !== '') {
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      query.set(count > 1 ? `${name}.${count}_` : name, String(item));
    }
  };
  add(value, '');
  return query.toString();
}
