import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { addRecorderPages } from './recorder-site.ts';

// Recordings of the Recorder panel of Chromium 156, unchanged. The request names their page: the
// test server has another port than the one with which they were recorded.
const lab = await createLab(t);
addRecorderPages(lab.server);

const titles: Readonly<Record<string, string>> = {
  cards: 'Added 0, 3',
  editor: 'Ideas, 0',
  frames: '1: 42',
  login: 'ada@example.com,lovelace,red,on',
  search: '?plate2',
};

for (const file of globSync(join(import.meta.dirname, 'recorder-exports', '*.json'))) {
  const name = basename(file, '.json');
  t.test(`replays a recording of the DevTools Recorder: ${name}`, async (t) => {
    const { metadata, warnings } = await lab.renderer.render({
      kind: 'screenshot',
      url: lab.server.url(`/${name}`),
      steps: readFileSync(file, 'utf8'),
    });
    t.equal(metadata.title, titles[name]);
    t.same(warnings, []);
  });
}
