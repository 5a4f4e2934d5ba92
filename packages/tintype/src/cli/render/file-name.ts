import { basename } from 'node:path';
import type { Target } from './target.ts';

/**
 * Longest name that is derived, in bytes; file systems end at 255 and endings and numbers come on
 * top.
 */
const MAX_NAME_BYTES = 120;

/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file name, without its ending, for what is made of a target: letters, digits, `.`, `_` and `-`
 * only, so that it never leads to another folder.
 *
 * @example fileNameFor(readTarget('https://example.com/about?x=1')) // 'example.com-about-x-1'
 */
export function fileNameFor(target: Target): string {
  switch (target.from) {
    case 'stdin':
    case 'html':
      return 'page';
    case 'file':
      return clean(basename(target.file).replace(PAGE_ENDING, ''));
    case 'url':
      return clean(nameOfUrl(new URL(target.url)));
  }
}

const PAGE_ENDING = /\.(html?|xhtml|svg)$/i;

function nameOfUrl(url: URL): string {
  const path = decode(url.pathname).replace(PAGE_ENDING, '');
  return [url.hostname, url.port, path, decode(url.search)].filter((part) => part !== '').join('-');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function clean(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.');
  const cut = cutToBytes(safe, MAX_NAME_BYTES).replace(/^[.-]+|[.-]+$/g, '');
  if (cut === '') return 'page';
  return RESERVED.test(cut) ? `page-${cut}` : cut;
}

function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
