import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { makeFolder } from '@tintype/testkit';
import t from 'tap';
import { renderOnChange } from './render-on-change.ts';

t.test('renders again after a change, but not for the result or its temporary file', async (t) => {
  const dir = makeFolder(t, { 'page.html': 'a', 'css/style.css': 'a' });
  const controller = new AbortController();
  const renders: number[] = [];
  let rendered = () => {};
  const next = () => new Promise<void>((resolve) => (rendered = resolve));
  const running = renderOnChange(dir, `${dir}/page.png`, controller.signal, async () => {
    renders.push(renders.length);
    writeFileSync(`${dir}/.page.png.part`, 'image');
    writeFileSync(`${dir}/page.png`, 'image');
    rendered();
  });
  for (const [name, count] of [
    ['page.html', 1],
    ['css/style.css', 2],
  ] as const) {
    const done = next();
    writeFileSync(`${dir}/${name}`, name);
    await done;
    t.equal(renders.length, count, name);
  }
  t.ok(existsSync(`${dir}/page.png`));
  const done = next();
  mkdirSync(`${dir}/new`);
  await done;
  t.equal(renders.length, 3, 'the results of the first two rendered nothing');
  controller.abort();
  await running;
});
