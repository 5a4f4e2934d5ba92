import type { Box, PageBlocks } from './page-blocks.ts';

/** Sources of a block's tokens: its text, names around it, headings above it. */
export const tokenKinds = ['text', 'names', 'headings'] as const;

/** A token is a number below this one: the hash of what was read. */
export const tokenCount = 2 ** 14;

/** The tokens of a block, of each kind. One that comes twice counts twice. */
export type BlockTokens = readonly (readonly number[])[];

const textWords = 30;
const headingWords = 10;
const namesOfElement = 12;
const elementsAround = 16;

/** Texts of at most this many words are read as a whole as well, and in pairs of words. */
const shortWords = 8;

/** Returns a function that returns the tokens of a block by its index. */
export function readTokens({ blocks, root }: PageBlocks): (index: number) => BlockTokens {
  const headings = headingTokens(blocks);
  const namesOf = readNames(root.words);
  let box: Box | undefined;
  let names: readonly number[] = [];
  return (index) => {
    const block = blocks[index]!;
    if (block.box !== box) {
      box = block.box;
      names = namesOf(box);
    }
    return [textTokens(block.text), names, headings[index]!];
  };
}

function textTokens(text: string): number[] {
  const words = shapesOf(text.slice(0, 300), textWords);
  if (words.length > shortWords)
    return [
      ...words.map((word) => tokenOf('l:', word)),
      tokenOf('f:', words.slice(0, 2).join(' ')),
    ];
  const pairs = words.slice(1).map((word, index) => tokenOf('b:', `${words[index]} ${word}`));
  return [...words.map((word) => tokenOf('s:', word)), ...pairs, tokenOf('x:', words.join(' '))];
}

/** For each block the last heading before it, and the last of the first two levels. */
function headingTokens(blocks: PageBlocks['blocks']): (readonly number[])[] {
  let last = '';
  let main = '';
  const read = () => {
    const words = shapesOf(last, headingWords);
    return [
      ...words.map((word) => tokenOf('h:', word)),
      ...shapesOf(main, headingWords).map((word) => tokenOf('m:', word)),
      tokenOf('H:', words.slice(0, 6).join(' ')),
    ];
  };
  let tokens: readonly number[] = read();
  return blocks.map(({ box, text }) => {
    const known = tokens;
    const name = box.element.nodeName;
    if (/^(H[1-6]|SUMMARY|DT|LEGEND|CAPTION)$/.test(name)) {
      last = text.slice(0, 80);
      if (/^H[12]$/.test(name)) main = last;
      tokens = read();
    }
    return known;
  });
}

/** Reads the names around a block: near, farther and outermost are different tokens. */
function readNames(pageWords: number): (box: Box) => number[] {
  const read = new Map<Box, (reach: Reach) => readonly number[]>();
  return (inner) => {
    const all: number[] = [];
    let steps = 0;
    for (let box: Box | undefined = inner; box && steps < elementsAround; box = box.parent) {
      // Names of the whole page are those of its template.
      if (box.words > 0.97 * (pageWords + 1)) break;
      const known = read.get(box) ?? nameTokens(box.element);
      read.set(box, known);
      all.push(...known(steps < 2 ? 'a' : steps < 5 ? 'b' : 'c'));
      steps += 1;
    }
    return all;
  };
}

/** Near, farther and outermost. */
type Reach = 'a' | 'b' | 'c';

function nameTokens(element: Element): (reach: Reach) => readonly number[] {
  const names = [
    ...new Set(
      ['id', 'class', 'role', 'itemprop', 'itemtype'].flatMap((name) =>
        partsOf(element.getAttribute(name) ?? ''),
      ),
    ),
  ].slice(0, namesOfElement);
  const anywhere = names.map((name) => tokenOf('z:', name));
  if (names.length > 1) anywhere.push(tokenOf('p:', names.slice(0, 2).join('-')));
  const read: Partial<Record<Reach, readonly number[]>> = {};
  return (reach) =>
    (read[reach] ??= [
      ...names.map((name) => tokenOf(`${reach}:`, name)),
      tokenOf(`${reach}=`, element.nodeName),
      ...anywhere,
    ]);
}

function partsOf(value: string): string[] {
  if (value === '') return [];
  return value
    .slice(0, 300)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\d+/g, '#')
    .split(/[^a-z#]+/)
    .filter(({ length }) => length > 1 && length < 20);
}

/** The first words of a text in lower case. Numbers are all one. */
function shapesOf(text: string, max: number): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, max)
    .filter(({ length }) => length < 20)
    .map((word) => (/^\d+$/.test(word) ? '#' : word));
}

function tokenOf(kind: string, text: string): number {
  const whole = hashOf(text, hashOf(kind, 0x811c9dc5));
  const hash = Math.imul(whole ^ (whole >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (tokenCount - 1);
}

function hashOf(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
