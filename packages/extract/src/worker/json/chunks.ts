/** A part of Markdown that is small enough to be read on its own. */
export interface Chunk {
  /** The headings that it stands under, the outermost first. */
  path: string[];
  markdown: string;
  /** In UTF-16 code units. */
  chars: number;
}

/** A chunk ends before it is longer than this, where a block ends. */
export const chunkChars = 4000;

/** Divides Markdown at headings, then between blocks; listings and tables may be longer. */
export function chunksOf(markdown: string): Chunk[] {
  const chunks: Chunk[] = [];
  const path: { level: number; text: string }[] = [];
  let blocks: string[] = [];
  let size = 0;
  const close = () => {
    const text = blocks.join('\n\n');
    if (text !== '') {
      chunks.push({
        path: path.map((heading) => heading.text),
        markdown: text,
        chars: text.length,
      });
    }
    blocks = [];
    size = 0;
  };
  for (const block of blocksOf(markdown)) {
    const [, signs = '', text = ''] = /^(#{1,6}) (.*)$/.exec(block) ?? [];
    if (signs !== '') {
      close();
      while ((path.at(-1)?.level ?? 0) >= signs.length) path.pop();
      path.push({ level: signs.length, text });
    } else if (size > 0 && size + block.length > chunkChars) close();
    for (const piece of piecesOf(block)) {
      if (piece.length > chunkChars || (size > chunkChars && blocks.length > 0)) close();
      blocks.push(piece);
      size += piece.length + 2;
    }
  }
  close();
  return chunks;
}

/** The sign that opens a fence, behind signs of quotes, items and notes. */
const fencePattern = /^(?:[> ]|[-*] |\d{1,9}[.)] |\[\^\d+\]: )*(`{3,}(?=[^`]*$)|~{3,}|\$\$$)/;

/** Paragraphs, lists and so on; a fence holds its empty lines. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence = '';
  for (const line of [...markdown.split('\n'), '']) {
    if (fence === '') fence = fencePattern.exec(line)?.[1] ?? '';
    else if (line.replace(/^[> ]*/, '').trimEnd() === fence) fence = '';
    if (line === '' && fence === '') {
      if (lines.length > 0) blocks.push(lines.join('\n'));
      lines = [];
    } else lines.push(line);
  }
  if (lines.length > 0) blocks.push(lines.join('\n'));
  return blocks;
}

/** Divides text that is too long for one chunk between lines, else between characters. */
function piecesOf(block: string): string[] {
  const longest = chunkChars * 4;
  if (block.length <= longest) return [block];
  const pieces: string[] = [];
  let piece = '';
  for (const line of block.split('\n')) {
    for (let at = 0; at === 0 || at < line.length; at += longest) {
      const part = line.slice(at, at + longest);
      if (piece !== '' && piece.length + part.length > longest) {
        pieces.push(piece);
        piece = '';
      }
      piece += piece === '' ? part : `\n${part}`;
    }
  }
  pieces.push(piece);
  return pieces;
}
