/** A request, as the code generators of the console's playground take it. */
export interface HttpRequest {
  method: string;
  url: string;
  body?: unknown;
  file?: string;
}

/** Address of the examples' service: their variable `$API`. */
const address = 'http://127.0.0.1:3000';

/** Reads a code block that is one curl command with JSON; undefined for other blocks. */
export function readCurl(block: string): HttpRequest | undefined {
  const words = shellWords(block.replaceAll('$API', address));
  if (words?.shift() !== 'curl') return undefined;
  const read: { method?: string; url?: string; data?: string; file?: string } = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (word === '-H') {
      // Both headers are in the code of every language.
      if (!/^(x-access-key|content-type: application\/json)/i.test(words.shift() ?? ''))
        return undefined;
    } else if (word === '-d') read.data = words.shift() ?? '';
    else if (word === '-o') read.file = words.shift() ?? '';
    else if (word === '-X') read.method = words.shift() ?? '';
    else if (!word.startsWith('-') && read.url === undefined) read.url = word;
    else return undefined;
  }
  const { url, data, file, method = data === undefined ? 'GET' : 'POST' } = read;
  if (url === undefined || URL.parse(url) === null || url.includes('$')) return undefined;
  const body = data === undefined ? undefined : parsed(data);
  if (data !== undefined && body === undefined) return undefined;
  return { method, url, ...(body !== undefined && { body }), ...(file && { file }) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Splits one command into words; undefined if it has pipes, or a second command follows. */
function shellWords(command: string): string[] | undefined {
  const words: string[] = [];
  const pattern =
    /[ \t]*(?:\\\n|(\n)|((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\\S|[^\s'"\\|&;<>()`])+)|(\S))/gy;
  for (const [, second, word, other] of command.trim().matchAll(pattern)) {
    if (second !== undefined || other !== undefined) return undefined;
    if (word !== undefined) words.push(unquoted(word));
  }
  return words;
}

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(\S)/g, (_, single, double, escaped) =>
    String(single ?? (double === undefined ? escaped : double.replaceAll(/\\(["\\$`])/g, '$1'))),
  );
}
