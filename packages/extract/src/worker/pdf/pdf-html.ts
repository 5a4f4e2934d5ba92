import { escape } from '../parse-page.ts';
import { joinLines, knownWords, type KnownWords } from './join-lines.ts';
import { clusterLines, usualOf, type Usual } from './pdf-blocks.ts';
import { findHeadings, type HeadingLevel } from './pdf-headings.ts';
import { readLines, type Line } from './pdf-lines.ts';
import { linkSpans, type Span } from './pdf-links.ts';
import {
  bulletPattern,
  leaderPattern,
  numberPattern,
  paragraphsOf,
  type Paragraph,
} from './pdf-paragraphs.ts';
import { partTables } from './pdf-table.ts';
import type { PdfText } from './pdf-text.ts';
import { withoutRunningLines } from './running-lines.ts';

export interface PdfHtml {
  /** The body of the page: a section for each page of the file. */
  body: string;
  /** The first heading of the highest level; empty where there is none. */
  heading: string;
  /** Number of pages without text. */
  empty: number;
  /** Number of headers, footers and page numbers that were removed, in lines. */
  running: number;
  /** The page in which the text became too long; absent where all of it is there. */
  cutAt?: number;
}

interface Block {
  page: number;
  kind: 'paragraph' | 'bullet' | 'number' | 'listing' | 'table' | 'heading';
  level: number;
  lines: Line[];
  /** True for the first one of a column: it may continue the end of the previous column. */
  isFirst: boolean;
  spans: Span[];
}

/**
 * Writes the text of a PDF as headings, paragraphs, lists, tables and listings.
 * @param most - maximum number of characters of HTML; the rest is left out
 */
export function pdfHtml(
  { pages, outline }: Pick<PdfText, 'pages' | 'outline'>,
  max: number,
): PdfHtml {
  const read = pages.map(({ pieces }, page) => readLines(pieces, page));
  const { lines, running } = withoutRunningLines(read, usualOf(read.flat()).size);
  const usual = usualOf(lines.flat());
  const known = knownWords(lines.flat().map(({ text }) => text));
  const parts = lines.map((own) => partsOf(own, usual));
  const paragraphs = parts.flat().flatMap((part) => (part.kind === 'text' ? part.paragraphs : []));
  const levelOf = findHeadings(paragraphs, usual, outline);
  const blocks = parts.flatMap((own, page) =>
    own.flatMap((part) =>
      part.kind === 'table'
        ? [blockOf('table', part.lines, page)]
        : part.paragraphs.map((paragraph) => textBlock(paragraph, page, levelOf)),
    ),
  );
  for (const block of blocks) {
    if (block.kind !== 'table' && block.kind !== 'listing') {
      block.spans = spansOf(block, pages[block.page]?.links ?? [], known);
    }
  }
  const joined = joinBroken(blocks, known);
  return {
    ...bodyOf(joined, pages.length, max),
    heading: firstHeading(joined),
    empty: pages.filter(({ pieces }) => pieces.length === 0).length,
    running,
  };
}

type TextPart = { kind: 'text'; paragraphs: Paragraph[] } | { kind: 'table'; lines: Line[] };

function partsOf(lines: readonly Line[], usual: Usual): TextPart[] {
  const runs = Map.groupBy(lines, ({ run }) => run);
  const columnRight = ([first]: readonly Line[]) =>
    (runs.get(first?.run ?? 0) ?? []).reduce((max, { right }) => Math.max(max, right), 0);
  return partTables(lines).map((part) =>
    part.kind === 'table'
      ? { kind: 'table', lines: part.lines }
      : {
          kind: 'text',
          paragraphs: clusterLines(part.lines, usual).flatMap((cluster) =>
            isWhole(cluster.lines, usual)
              ? [cluster.lines]
              : paragraphsOf(cluster, columnRight(cluster.lines)),
          ),
        },
  );
}

/** Listings keep their lines, and headings may be short ones. */
function isWhole(lines: readonly Line[], { size }: Usual): boolean {
  return (
    lines.every(({ isMono }) => isMono) ||
    (lines.length <= 3 && (lines[0]?.size ?? 0) > size * 1.15)
  );
}

function textBlock(lines: Paragraph, page: number, levelOf: HeadingLevel): Block {
  const [first] = lines;
  const level = levelOf(lines);
  if (level > 0) return { ...blockOf('heading', lines, page), level };
  if (lines.length > 1 && lines.every(({ isMono }) => isMono)) {
    return blockOf('listing', lines, page);
  }
  if (bulletPattern.test(first?.text ?? '')) return blockOf('bullet', lines, page);
  return blockOf(numberPattern.test(first?.text ?? '') ? 'number' : 'paragraph', lines, page);
}

function blockOf(kind: Block['kind'], lines: Line[], page: number): Block {
  return { page, kind, level: 0, lines, isFirst: false, spans: [] };
}

function spansOf(
  { lines }: Block,
  links: PdfText['pages'][number]['links'],
  known: KnownWords,
): Span[] {
  const spans: Span[] = [];
  for (const line of lines) {
    append(spans, linkSpans(line, links), known);
    const last = spans.at(-1);
    if (last) last.text = last.text.replace(leaderPattern, '… ');
  }
  return spans;
}

/** Appends the next line. */
function append(spans: Span[], next: readonly Span[], known: KnownWords): void {
  const [first, ...others] = next;
  const last = spans.at(-1);
  if (!first) return;
  if (!last) {
    spans.push(...next);
    return;
  }
  const joined = joinLines(last.text, first.text, known);
  const end = last.text.trimEnd();
  if (last.url === first.url) last.text = joined;
  else {
    const kept = joined.startsWith(end) ? end : end.slice(0, -1);
    last.text = joined[kept.length] === ' ' ? `${kept} ` : kept;
    spans.push({ ...first, text: joined.slice(kept.length).trimStart() });
  }
  spans.push(...others);
}

/** Paragraphs that go on in the next column, or on the next page. */
function joinBroken(blocks: readonly Block[], known: KnownWords): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last && goesOn(last, block)) append(last.spans, block.spans, known);
    else joined.push(block);
  }
  return joined;
}

function goesOn(last: Block, next: Block): boolean {
  const end = last.lines.at(-1);
  const [start] = next.lines;
  const isText = /^(?:paragraph|bullet|number)$/.test(last.kind) && next.kind === 'paragraph';
  if (!isText || !end || !start) return false;
  if (start.page === end.page && start.run === end.run) return false;
  const before = last.spans.at(-1)?.text.trimEnd() ?? '';
  const isOpen = !/[.!?:;。！？]["'”’)\]]*$/.test(before);
  return (
    isOpen &&
    /^[\p{Ll}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(start.text) &&
    Math.abs(end.size - start.size) < 0.6
  );
}

function firstHeading(blocks: readonly Block[]): string {
  const levels = blocks.filter(({ level }) => level > 0).map(({ level }) => level);
  const highest = levels.reduce((least, level) => Math.min(least, level), 7);
  const found = blocks.find(({ level }) => level === highest);
  return (
    found?.spans
      .map(({ text }) => text)
      .join('')
      .slice(0, 500) ?? ''
  );
}

/** Characters of HTML that may still be written. */
interface Room {
  left: number;
  isFull: boolean;
}

/** Returns text that still fits, and nothing once some did not. */
function fitting(html: string, room: Room): string {
  room.isFull ||= html.length > room.left;
  if (room.isFull) return '';
  room.left -= html.length;
  return html;
}

function bodyOf(
  blocks: readonly Block[],
  count: number,
  max: number,
): Pick<PdfHtml, 'body' | 'cutAt'> {
  const byPage = Map.groupBy(blocks, ({ page }) => page);
  const sections: string[] = [];
  const room: Room = { left: max, isFull: false };
  for (let page = 0; page < count && !room.isFull; page += 1) {
    sections.push(sectionOf(byPage.get(page) ?? [], page, room));
  }
  const body = sections.join('\n');
  return room.isFull ? { body, cutAt: sections.length } : { body };
}

/** Readers of PDF take `#page=3` in an address. */
function sectionOf(blocks: readonly Block[], page: number, room: Room): string {
  const html: string[] = [];
  let list = '';
  let next = 1;
  for (const block of blocks) {
    if (room.isFull) break;
    const wanted = block.kind === 'bullet' ? 'ul' : block.kind === 'number' ? 'ol' : '';
    const number = wanted === 'ol' ? numberOf(block) : 0;
    // A list counts its items: one with another number starts a list of its own.
    if (list !== wanted || (wanted === 'ol' && number !== next)) {
      if (list !== '') html.push(`</${list}>`);
      if (wanted !== '') html.push(wanted === 'ol' ? `<ol start="${number}">` : '<ul>');
      list = wanted;
    }
    next = number + 1;
    html.push(htmlOf(block, room));
  }
  if (list !== '') html.push(`</${list}>`);
  return `<section id="page=${page + 1}">\n${html.join('\n')}\n</section>`;
}

function numberOf({ spans }: Block): number {
  return Number(numberPattern.exec(spans[0]?.text ?? '')?.[1] ?? 1);
}

function htmlOf({ kind, level, lines, spans }: Block, room: Room): string {
  // Its tags are short beside what it may hold, but there may be many of them.
  room.left -= 20;
  switch (kind) {
    case 'heading':
      return `<h${level}>${inline(spans, room)}</h${level}>`;
    case 'bullet':
      return `<li>${inline(without(spans, bulletPattern), room)}</li>`;
    case 'number':
      return `<li>${inline(without(spans, numberPattern), room)}</li>`;
    case 'listing':
      return `<pre><code>${fitting(escape(listingOf(lines)), room)}</code></pre>`;
    case 'table':
      return fitting(tableOf(lines), room);
    case 'paragraph':
      return `<p>${inline(spans, room)}</p>`;
  }
}

function without([first, ...others]: readonly Span[], mark: RegExp): Span[] {
  return first ? [{ ...first, text: first.text.replace(mark, '') }, ...others] : [];
}

function inline(spans: readonly Span[], room: Room): string {
  const html: string[] = [];
  for (const { text, url } of spans) {
    if (room.isFull) break;
    const own = escape(text);
    html.push(fitting(url === undefined ? own : `<a href="${escape(url)}">${own}</a>`, room));
  }
  return html.join('');
}

/** Letters of one width: where a line begins tells its indent. */
function listingOf(lines: readonly Line[]): string {
  const left = lines.reduce((least, { x }) => Math.min(least, x), Infinity);
  const widest = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const width = (widest.right - widest.x) / Math.max(1, widest.text.length);
  return lines
    .map(
      ({ x, text }) => ' '.repeat(Math.min(80, Math.round((x - left) / Math.max(1, width)))) + text,
    )
    .join('\n');
}

function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ cells }, row) => {
    const name = row === 0 ? 'th' : 'td';
    const own = cells.map(
      ({ text }) => `<${name}>${escape(text.trim().replace(/\s+/g, ' '))}</${name}>`,
    );
    return `<tr>${own.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}
