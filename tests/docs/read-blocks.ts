import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Every block of every document, in the order of the files. */
export async function readBlocks(root: string): Promise<Block[]> {
  const files = globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') });
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
