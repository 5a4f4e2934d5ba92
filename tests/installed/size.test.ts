import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { installClosure } from './install-closure.ts';

/** Bytes of the files of a folder, links followed. */
function bytesOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .reduce((sum, path) => {
      const about = statSync(path);
      return sum + (about.isDirectory() ? bytesOf(path) : about.size);
    }, 0);
}

t.test('an installation stays below 270 MB', (t) => {
  const folder = t.testdir({});
  installClosure(folder, ['tintype']);
  const modules = join(folder, 'node_modules');
  const scoped = (name: string) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name];
  const names = readdirSync(modules).flatMap(scoped);
  // Ours are folders of the checkout here, with sources and tests: `npm run check:packages` says
  // what is packed of them, 8 MB.
  const others = names.filter((name) => name !== 'tintype' && !name.startsWith('@tintype/'));
  t.ok(others.length > 150, `${others.length} packages`);
  const megabytes = others.reduce((sum, name) => sum + bytesOf(join(modules, name)) / 1e6, 8);
  t.ok(megabytes > 150, 'the browser is among them');
  t.ok(megabytes < 270, `${Math.round(megabytes)} MB`);
  t.comment(`${others.length} packages, ${megabytes.toFixed(1)} MB`);
  const told = /(\d+) packages with (\d+) MB/.exec(
    readFileSync(join(import.meta.dirname, '../../docs/installing.md'), 'utf8'),
  );
  t.ok(Math.abs(Number(told?.[2]) - megabytes) < 15, `the document says ${told?.[2]} MB`);
  t.end();
});
