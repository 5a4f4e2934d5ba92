// Renders pages of a folder, with their style sheets and images, without a web server.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderer, serveFolder } from 'tintype';

// The page can read only this folder.
const site = serveFolder(join(import.meta.dirname, 'hello'));
const renderer = createRenderer();
await mkdir('out', { recursive: true });

for (const dark of [false, true]) {
  const { body } = await renderer.render(
    { kind: 'screenshot', url: 'http://page.tintype.localhost/index.html', dark_mode: dark },
    { site },
  );
  const file = `out/hello-${dark ? 'dark' : 'light'}.jpeg`;
  await writeFile(file, body);
  console.log(file);
}
await renderer.stop();
