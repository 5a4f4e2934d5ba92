import type TurndownService from 'turndown';
import type { Conversion } from '../conversion.ts';
import { emphasisMark, markText, mark, marks, plain, textMarks, unmarked } from '../marks.ts';
import { isInside, oneLine } from '../tree.ts';
import { texOf } from './math.ts';
import { edgesOf } from './blank-lines.ts';
import { keep } from './blocks.ts';

/** Emphasis, code spans, links, images and other inline elements. */
export function addInlineRules(turndown: TurndownService, conversion: Conversion): void {
  const around = (open: string, close: string) => (content: string) => {
    const { before, inner, after } = edgesOf(content);
    return inner === '' ? before : before + open + withoutBlankLines(inner) + close + after;
  };
  turndown.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: around(marks.strongOpen, marks.strongClose),
  });
  turndown.addRule('em', {
    filter: ['em', 'i'],
    replacement: around(marks.emOpen, marks.emClose),
  });
  turndown.addRule('del', {
    filter: ['del', 's', 'strike'] as never,
    replacement: around(marks.delOpen, marks.delClose),
  });
  turndown.addRule('code', {
    filter: ['code', 'kbd', 'samp', 'tt'] as never,
    replacement: (_content, node) => codeSpan(node.textContent ?? ''),
  });
  turndown.addRule('sup', {
    filter: ['sup', 'sub'],
    replacement(content, node) {
      const text = content.trim();
      const name = node.nodeName.toLowerCase();
      // A reference is a link already; a small sign above it says no more.
      return text === '' || /\]\(/.test(text) ? content : `<${name}>${text}</${name}>`;
    },
  });
  turndown.addRule('q', {
    filter: 'q',
    replacement(content) {
      const { before, inner, after } = edgesOf(content);
      return inner === '' ? before : `${before}“${inner}”${after}`;
    },
  });
  turndown.addRule('rt', {
    filter: 'rt',
    replacement: (content) => (content.trim() === '' ? '' : `(${content.trim()}${mark(')')}`),
  });
  turndown.addRule('rp', { filter: 'rp', replacement: () => '' });
  turndown.addRule('checkbox', {
    filter: 'input',
    replacement: (_content, node) => ((node as Element).hasAttribute('checked') ? '[x] ' : '[ ] '),
  });
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => link(content, node),
  });
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => image(node),
  });
  turndown.addRule('math', {
    filter: 'math' as never,
    replacement(_content, node) {
      const tex = texOf(node);
      if (tex === '') return '';
      const element = node as unknown as Element;
      if (element.getAttribute('display') === 'block')
        return `\n\n${keep(conversion, `$$\n${tex}\n$$`)}\n\n`;
      return isInside(element, /^T[DH]$/) ? `$${tex.replaceAll('|', '\\vert ')}$` : `$${tex}$`;
    },
  });
  turndown.addRule('break', { filter: 'br', replacement: () => '  \n' });
}

/** A code span, until its fence is written. Markdown would remove spaces at both ends. */
export function codeSpan(text: string): string {
  const inLine = text.replace(/^\s*\n\s*/, '').replace(/[ \t\r\n]+/g, ' ');
  const isPadded = inLine.length > 1 && /^ (?!`)/.test(inLine) && /(?<!`) $/.test(inLine.slice(-2));
  const code = isPadded || edgesOf(text).after.includes('\n') ? inLine.trim() : inLine;
  if (code === '') return text === '' ? '' : ' ';
  return marks.code + code + marks.code;
}

/** Writes the fences of code spans. Adjacent ones are one: their backticks would meet. */
export function fenceCode(text: string): string {
  return text
    .replaceAll(marks.code + marks.code, '')
    .replace(codePattern, (_whole, code: string) => fenced(code));
}

const codePattern = new RegExp(`${marks.code}([^${marks.code}]*)${marks.code}`, 'g');

/** Code between fences that it does not hold. */
function fenced(code: string): string {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = '`'.repeat(length);
  const isStripped = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/.test(code);
  const pad = isStripped || code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + pad + code + pad + fence;
}

/** A blank line would end the paragraph, and with it what a sign has started. */
function withoutBlankLines(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function link(content: string, node: Element): string {
  const href = node.getAttribute('href') ?? '';
  const { before, inner, after } = edgesOf(content);
  const text = withoutBlankLines(inner);
  if (text === '') return '';
  return before + (node.hasAttribute('href') ? linked(text, href, titleOf(node)) : text) + after;
}

function linked(text: string, href: string, title: string): string {
  const shown = plain(text);
  if (title !== '') {
    return `[${balanced(text)}](${destination(href) || '<>'} ${title}${marks.linkEnd}`;
  }
  if (shown === href && /^https?:\/\/[^\s<>]+$/.test(href)) return `<${href}${marks.linkEnd}`;
  if (`mailto:${shown}` === href && /^[\w.+-]+@[\w.-]+$/.test(shown)) {
    return `<${shown}${marks.linkEnd}`;
  }
  return `[${balanced(text)}](${destination(href)}${marks.linkEnd}`;
}

function image(node: Element): string {
  const alt = markText(oneLine(node.getAttribute('alt')));
  const source = node.getAttribute('src') ?? '';
  const title = titleOf(node);
  return source === ''
    ? alt
    : `![${alt.replaceAll(mark('['), '\\[').replaceAll(mark(']'), '\\]')}](${destination(source)}${title === '' ? '' : ` ${title}`}${marks.linkEnd}`;
}

/** The tooltip of an element, escaped for Markdown. */
function titleOf(node: Element): string {
  const title = oneLine(node.getAttribute('title'));
  return title === '' ? '' : `"${markText(title).replace(/["\\]/g, '\\$&')}"`;
}

/** Escapes brackets in the text of a link that come in no pairs, or would be a link. */
function balanced(text: string): string {
  const open: number[] = [];
  const single = new Set<number>();
  const chars = [...text];
  for (const [index, char] of chars.entries()) {
    const real = unmarked(char);
    if (real === '[') open.push(index);
    // Many readers look for the end of the code before that of the link.
    if (real === '`') single.add(index);
    if (real !== ']') continue;
    const sign = open.pop() === undefined ? index : parenthesisAfter(chars, index);
    if (sign !== undefined) single.add(sign);
  }
  for (const index of open) single.add(index);
  if (single.size === 0) return text;
  return chars
    .map((char, index) => (single.has(index) ? `\\${unmarked(char) ?? char}` : char))
    .join('');
}

/** Returns the position of the parenthesis after a bracket; emphasis between may be removed. */
function parenthesisAfter(chars: readonly string[], bracket: number): number | undefined {
  let index = bracket + 1;
  while (emphasisMark.test(chars[index] ?? '')) index += 1;
  return chars[index] === '(' ? index : undefined;
}

/** An address that can stand between parentheses. */
function destination(href: string): string {
  const safe = href
    .replace(new RegExp(`[\\s<>\\\\${textMarks}]`, 'g'), (char) => encodeURIComponent(char) || char)
    .replace(/&(?=#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)/g, '&amp;');
  let depth = 0;
  for (const char of safe) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 ? safe : safe.replace(/[()]/g, '\\$&');
}

const kept = new RegExp(`${marks.verbatim}(\\d+)${marks.verbatim}`, 'g');

/** Writes the listings and formulas of a text inline, for places that cannot contain a block. */
export function keptInLine(text: string, verbatim: readonly string[], lineBreak: string): string {
  return text.replace(kept, (_whole, index: string) => {
    // Without its first and last line.
    const lines = (verbatim[Number(index)] ?? '').split('\n').slice(1, -1);
    if (verbatim[Number(index)]?.startsWith('$$')) return `$${lines.join(' ')}$`;
    return lines.map((line) => codeSpan(line)).join(lineBreak);
  });
}
