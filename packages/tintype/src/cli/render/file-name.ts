import { basename } from 'node:path';
import type { Target } from './target.ts';

/**
 * Maximum length of a derived name, in bytes. File systems allow 255; extensions and numbers are
 * added.
 */
const MAX_NAME_BYTES = 120;

/** Names that Windows reserves for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a file name without extension for a target: only letters, digits, `.`, `_` and `-`, so
 * that it never points to another folder.
 * @example fileNameFor(readTarget('https://example.com/about?x=1')) // 'example.com-about-x-1'
 */
export function fileNameFor(target: Target): string {
  switch (target.from) {
    case 'stdin':
    case 'html':
      return 'page';
    case 'file':
      return cleanName(basename(target.file).replace(PAGE_ENDING, ''));
    case 'url':
      return cleanName(nameOfUrl(new URL(target.url)));
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

/** Returns text as a file name. */
export function cleanName(name: string): string {
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
