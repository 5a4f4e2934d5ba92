/** Lines that belong together. */
export interface MarkdownBlock {
  type: 'heading' | 'paragraph' | 'item' | 'quote' | 'code' | 'rule' | 'row';
  text: string;
  level: number;
}

/**
 * Splits text into blocks in one pass. Contents match with the flag `s`: a character at which `.`
 * stops would cost a try for each space before it.
 */
export function blocksOf(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let fence: string | undefined;
  let isOpen = false;
  const add = (type: MarkdownBlock['type'], line: string, level = 0) => {
    blocks.push({ type, text: line, level });
    isOpen = type === 'paragraph' || type === 'item' || type === 'quote';
  };
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    const [, mark] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      else if (last) last.text += last.text === '' ? line : `\n${line}`;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      add('code', '');
      continue;
    }
    const [, hashes, title = ''] = /^(#{1,6})\s+(.*)$/s.exec(line) ?? [];
    const [, indent = '', item] = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/s.exec(line) ?? [];
    const [, quote] = /^>\s?(.*)$/s.exec(line) ?? [];
    if (line.trim() === '') isOpen = false;
    else if (hashes) add('heading', title, hashes.length);
    else if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) add('rule', '');
    else if (item !== undefined) add('item', item, Math.min(5, Math.floor(indent.length / 2)));
    else if (quote !== undefined) add('quote', quote);
    else if (/^\s*\|.*\|\s*$/.test(line)) {
      if (!/^[\s|:-]+$/.test(line)) add('row', line);
    } else if (isOpen && last) last.text += ` ${line.trim()}`;
    else add('paragraph', line);
  }
  return blocks;
}
