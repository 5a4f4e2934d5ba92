import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A block of code in the documents. */
export interface Block {
  /** For example `docs/cli.md:12`. */
  name: string;
  file: string;
  language: string;
  code: string;
  /** Why it is not run, as the comment before it says. */
  notRun: string | undefined;
}

const patterns = [
  '*.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'examples/**/*.md',
  'benchmarks/**/*.md',
];

/** The API report consists of declarations. */
const exclude = (name: string) =>
  name.includes('node_modules') || /^api(-client)?\.md$/.test(basename(name));

/** Every block of every document, in the order of the files. */
export async function readBlocks(root: string): Promise<Block[]> {
  const files = globSync(patterns, { cwd: root, exclude });
  const texts = files
    .toSorted()
    .map(async (file) => blocksOf(file, await readFile(join(root, file), 'utf8')));
  return (await Promise.all(texts)).flat();
}

function blocksOf(file: string, markdown: string): Block[] {
  const fence = /^( *)(```+)(\S*)[^\n]*\n([^]*?)^\1\2 *$/gm;
  return [...markdown.matchAll(fence)].map((found) => {
    const [, indent = '', , language = '', inside = ''] = found;
    const before = markdown.slice(0, found.index);
    return {
      name: `${file}:${before.split('\n').length}`,
      file,
      language,
      code: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      notRun: /<!-- not run: ([^]+?) -->\s*$/.exec(before)?.[1],
    };
  });
}
