/**
 * Takes the images of the tutorials in `docs/tutorials/`: of those that the examples `steps` and
 * `sessions` write, those that their documents show. `npm run docs:tutorials`.
 */
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'docs/tutorials');
const maxBytes = 80_000;

const folder = await mkdtemp(join(tmpdir(), 'tintype-tutorials-'));
process.chdir(folder);
try {
  await mkdir('new');
  for (const tutorial of ['steps', 'sessions']) {
    await import(pathToFileURL(join(root, `examples/${tutorial}.ts`)).href);
    const text = await readFile(join(root, `docs/${tutorial}.md`), 'utf8');
    for (const [, name = ''] of text.matchAll(/\]\(tutorials\/([\w-]+\.webp)\)/g)) {
      const { size } = await stat(join('out', name));
      if (size > maxBytes) throw new Error(`${name} is larger than ${maxBytes} bytes: ${size}.`);
      await copyFile(join('out', name), join('new', name));
      console.log(`${name}: ${size} bytes`);
    }
  }
  // Only now: a failed example leaves the previous images.
  await rm(target, { recursive: true, force: true });
  await cp('new', target, { recursive: true });
} finally {
  process.chdir(root);
  await rm(folder, { recursive: true, force: true });
}
