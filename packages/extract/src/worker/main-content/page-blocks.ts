import { isBlankText, isBlock, oneLine } from '../tree.ts';
import { countWords } from './words.ts';

/** A run of text in one box: the smallest part that is taken or left. */
export interface Block {
  /** Its index among the blocks of the page. */
  readonly index: number;
  readonly box: Box;
  readonly nodes: readonly Node[];
  readonly text: string;
  readonly words: number;
  readonly linkWords: number;
  readonly images: number;
}

/** An element that holds blocks, with what all of them are together. */
export interface Box {
  readonly element: Element;
  readonly parent: Box | undefined;
  readonly depth: number;
  readonly parts: (Box | Block)[];
  /** The blocks from `first` up to and without `end`. */
  readonly first: number;
  end: number;
  words: number;
  linkWords: number;
  /** Words of blocks that read as sentences. */
  proseWords: number;
}

/** A page as boxes and blocks. */
export interface PageBlocks {
  readonly root: Box;
  readonly blocks: readonly Block[];
}

/** Blocks with at least this many words, few of them links, read as sentences. */
const proseFrom = 12;

export function readBlocks(root: Element): PageBlocks {
  const blocks: Block[] = [];
  return { root: readBox(root, undefined, blocks), blocks };
}

export function isBox(part: Box | Block): part is Box {
  return 'parts' in part;
}

function readBox(element: Element, parent: Box | undefined, blocks: Block[]): Box {
  const box: Box = {
    element,
    parent,
    depth: (parent?.depth ?? -1) + 1,
    parts: [],
    first: blocks.length,
    end: 0,
    words: 0,
    linkWords: 0,
    proseWords: 0,
  };
  let run: Node[] = [];
  const close = () => {
    const block = readRun(run, box, blocks.length);
    run = [];
    if (!block) return;
    blocks.push(block);
    box.parts.push(block);
    add(box, block);
  };
  for (let child = element.firstChild; child; child = child.nextSibling) {
    const isInner =
      child.nodeType === 1 && child.nodeName !== 'PRE' && (isBlock(child) || holdsBlocks(child));
    if (!isInner) {
      run.push(child);
      continue;
    }
    close();
    const inner = readBox(child as Element, box, blocks);
    box.parts.push(inner);
    add(box, inner);
    box.proseWords += inner.proseWords;
  }
  close();
  box.end = blocks.length;
  return box;
}

function add(box: Box, { words, linkWords }: Box | Block): void {
  box.words += words;
  box.linkWords += linkWords;
}

/** Inline elements may lie around blocks. */
function holdsBlocks(node: Node): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1 && (isBlock(child) || holdsBlocks(child))) return true;
  }
  return false;
}

function readRun(nodes: readonly Node[], box: Box, index: number): Block | undefined {
  if (nodes.every(isBlankText)) return undefined;
  let linkWords = 0;
  let images = 0;
  const texts: string[] = [];
  const read = (node: Node, isLink: boolean) => {
    if (node.nodeType === 3) {
      const text = node.nodeValue ?? '';
      texts.push(text);
      if (isLink) linkWords += countWords(text);
    } else if (node.nodeName === 'IMG') images += 1;
    else if (node.nodeName === 'BR') texts.push(' ');
    else {
      for (let child = node.firstChild; child; child = child.nextSibling)
        read(child, isLink || node.nodeName === 'A');
    }
  };
  const inLink = isInLink(box.element);
  for (const node of nodes) read(node, inLink);
  const text = oneLine(texts.join(''));
  const words = countWords(text);
  const block = { index, box, nodes, text, words, linkWords: Math.min(words, linkWords), images };
  if (words >= proseFrom && block.linkWords < words / 3) box.proseWords += words;
  return block;
}

function isInLink(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (node.nodeName === 'A') return true;
  }
  return false;
}
