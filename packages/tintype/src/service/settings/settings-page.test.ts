import { readFileSync } from 'node:fs';
import t from 'tap';
import { settingsPage } from './settings-page.ts';
import { settings } from './settings.ts';

const page = new URL('../../../../../docs/configuration.md', import.meta.url);

t.test('docs/configuration.md matches the declarations', async (t) => {
  const docs = readFileSync(page, 'utf8');
  t.equal(docs, settingsPage(), 'run packages/tintype/scripts/write-configuration.ts');
  for (const name of Object.keys(settings)) t.ok(docs.includes(`| \`${name}\` `), name);
});
