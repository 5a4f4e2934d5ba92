import { isBox, readBlocks, type Block, type Box } from '../main-content/page-blocks.ts';
import { descendants, oneLine } from '../tree.ts';
import { readShownDate } from './shown-date.ts';

/** Author and date of a page, as it shows them beside its title. Empty if not shown. */
export interface Byline {
  author: string;
  published: string;
}

/** Number of runs of text to inspect before and after the title. */
const before = 4;
const after = 16;

/** A byline is short. */
const maxChars = 160;

/** Reads what stands around the title of a page. */
export function readByline(body: Element, title: string): Byline {
  const { blocks } = readBlocks(body);
  const at = titleAt(blocks, oneLine(title));
  const near = blocks
    .slice(Math.max(0, at - before), at + after + 1)
    .filter(({ text, box, index }) => index !== at && text.length < maxChars && !isAside(box));
  const dates = near.map((block) => readShownDate(block.text));
  const published = dates.find((date) => date && !date.isUpdate) ?? dates.find(Boolean);
  return {
    author:
      first(near.map(({ text }) => saidBy(text))) ||
      first(near.map((block) => (isNamed(block) ? nameOf(block.text) : ''))) ||
      first(near.map(linkedAuthor)) ||
      besideDate(near, dates.map(Boolean), blocks),
    published: first(near.map(timeOf)) || (published?.date ?? ''),
  };
}

function first(values: readonly string[]): string {
  return values.find((value) => value !== '') ?? '';
}

/** The longest heading that the document's title holds, else the first of the first level. */
function titleAt(blocks: readonly Block[], title: string): number {
  let best = -1;
  for (const { text, box, index } of blocks) {
    if (!/^H[1-3]$/.test(box.element.nodeName) || text.length < 8 || !title.includes(text))
      continue;
    if (best < 0 || text.length > (blocks[best]?.text.length ?? 0)) best = index;
  }
  return best >= 0
    ? best
    : Math.max(
        0,
        blocks.findIndex(({ box }) => box.element.nodeName === 'H1'),
      );
}

function isAside(box: Box): boolean {
  for (let one: Box | undefined = box; one; one = one.parent) {
    if (/^(NAV|FOOTER)$/.test(one.element.nodeName)) return true;
  }
  return false;
}

const byPattern =
  /(?:^|\b(?:written|posted|post|authored|published|text|story|words|recipe|started|submitted|asked|contributed) )by:? (.{2,100})$|^(?:authors?|contributors?): ?(.{2,100})$/i;

/** `By Ann Lee` and its like. */
function saidBy(text: string): string {
  const found = byPattern.exec(text);
  return nameOf(found?.[1] ?? found?.[2] ?? '');
}

const authorNames =
  /(?:^|[\s_-])(?:authors?|by-?line|contributors?|writer|creator|attribution|poster|user-?name)(?:$|[\s_-])/;

function isNamed({ box }: Block): boolean {
  for (const one of [box, box.parent, box.parent?.parent]) {
    if (!one || one.words > 20) return false;
    const names = (one.element.getAttribute('class') ?? '').replace(/([a-z])([A-Z])/g, '$1-$2');
    if (authorNames.test(names.toLowerCase())) return true;
  }
  return false;
}

export const authorAddress =
  /\/(?:authors?|contributors?|people|profiles?|users?|members?|u|by|writers?|staff)\/[^/]|\/@[^/]/i;

/** A name that leads to what else its owner wrote. */
function linkedAuthor({ nodes, box }: Block): string {
  const links = [...nodes, box.element].filter(
    (node): node is Element => node.nodeName === 'A' && node.nodeType === 1,
  );
  for (const node of nodes) {
    if (node.nodeType !== 1) continue;
    for (const inner of descendants(node as Element)) if (inner.nodeName === 'A') links.push(inner);
  }
  const found = links.find((link) => authorAddress.test(link.getAttribute('href') ?? ''));
  return found ? nameOf(oneLine(found.textContent)) : '';
}

/** A name beside the date that the page says again elsewhere, as it does of its author. */
function besideDate(
  near: readonly Block[],
  isDate: readonly boolean[],
  blocks: readonly Block[],
): string {
  for (const [index, { text }] of near.entries()) {
    const isBeside = [-2, -1, 1, 2].some((step) => isDate[index + step]);
    if (!isBeside || !/^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,2}$/u.test(text)) continue;
    if (blocks.filter((other) => other.text === text).length > 1) return text;
  }
  return '';
}

/** Ranks that forums show beside the names of their members. */
const rank =
  /^(?:(?:new|junior|senior|full|active|registered|veteran|staff|super|site|forum|trusted|elite|vip|premium|gold|silver|bronze|platinum|established|valued|well-known|distinguished|honorary|community|global|top|verified) )*(?:members?|moderators?|mod|administrators?|users?|contributors?|posters?|badges?|newbie|newcomer|regular|lurker|veteran|guru|expert|enthusiast|fan|op|original poster|reputation|rep|karma|points?|posts?|likes?|offline|online|staff|team)$/i;

/** The name that a text begins with; empty where it is none. */
export function nameOf(text: string): string {
  const [name = ''] = text
    .replace(/^(?:by|written by|posted by)\b:? /i, '')
    .split(
      /\s*[|·•∙»«,;:(<>\d]|\s[-–—@]|\s(?:on|in|at|from|published|updated|posted|for|with)\b|(?<=\p{Ll})(?:Published|Updated|Posted)\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d|\b(?:mon|tues?|wed|thur?s?|fri|sat|sun)(?:[a-z]*day)?,? /iu,
    );
  const isName =
    name.length >= 2 &&
    name.length <= 60 &&
    name.split(' ').length <= 5 &&
    /\p{L}/u.test(name) &&
    !/[.!?…]$/.test(name) &&
    !rank.test(name) &&
    !/^(?:the author|author|by|log|login|sign|join|admin|guest|editor|you|us|our|reply|follow|share|more|about|view|read|get|home|this)\b|login|sign/i.test(
      name,
    );
  return isName ? name.trim() : '';
}

function timeOf({ nodes, box }: Block): string {
  const elements = [box.element, ...nodes.filter((node): node is Element => node.nodeType === 1)];
  for (const element of elements) {
    const inner = isBox(box) && element === box.element ? [] : descendants(element);
    for (const one of [element, ...inner]) {
      const written = one.nodeName === 'TIME' ? one.getAttribute('datetime') : null;
      if (written && /\d{4}/.test(written)) return written;
    }
  }
  return '';
}
