/** Range of a key's value in the text. */
export interface PdfValue {
  start: number;
  end: number;
}

/** A word ends at white space and at delimiters (PDF 32000-1, 7.2.2). */
const word = /[^\s()<>[\]{}/%]*/y;
const space = /\s*/y;

/** Reads the keys of the first dictionary with the ranges of their values; undefined if cut off. */
export function readDictionary(text: string): Map<string, PdfValue> | undefined {
  const values = new Map<string, PdfValue>();
  let at = text.indexOf('<<') + 2;
  if (at === 1) return undefined;
  let key: string | undefined;
  let value: PdfValue | undefined;
  let depth = 0;
  const close = () => {
    if (key !== undefined && value !== undefined) values.set(key, value);
    key = value = undefined;
  };
  for (;;) {
    at = skip(space, text, at);
    if (at >= text.length) return undefined;
    const end = tokenEnd(text, at);
    const token = text.slice(at, Math.min(end, at + 64));
    if (depth === 0 && token === '>>') {
      close();
      return values;
    }
    if (depth === 0 && token.startsWith('/') && (key === undefined || value !== undefined)) {
      close();
      key = token.slice(1);
    } else {
      value = { start: value?.start ?? at, end };
      if (token === '<<' || token === '[') depth += 1;
      if (token === '>>' || token === ']') depth -= 1;
    }
    at = end;
  }
}

function tokenEnd(text: string, at: number): number {
  const first = text[at] ?? '';
  if (first === '(') return stringEnd(text, at);
  if (first === '<' || first === '>') {
    if (text[at + 1] === first) return at + 2;
    const end = text.indexOf('>', at);
    return end === -1 ? text.length : end + 1;
  }
  return first === '/' || !/[[\]{}%)]/.test(first)
    ? Math.max(skip(word, text, at + (first === '/' ? 1 : 0)), at + 1)
    : at + 1;
}

/** Returns the end of a string, in which brackets are paired or escaped with a backslash. */
function stringEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
