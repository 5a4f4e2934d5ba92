import { readFileSync } from 'node:fs';
import t from 'tap';
import { errorTable } from '../errors/error-table.ts';
import { errorsPage, parametersPage, parametersTable } from './docs-pages.ts';
import { headerTable } from '../headers/header-table.ts';
import { kinds } from '../kinds/kind-info.ts';
import { parameterList } from './parameter-list.ts';

const docs = (name: string) =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

t.test('the docs are those of the declarations', async (t) => {
  const advice = 'run packages/contract/scripts/write-docs.ts';
  t.equal(docs('parameters.md'), parametersPage(), advice);
  t.equal(docs('errors.md'), errorsPage(), advice);
});

t.test('nothing is missing in them', async (t) => {
  for (const { name } of parameterList())
    t.ok(docs('parameters.md').includes(`| \`${name}\``), name);
  for (const code of Object.keys(errorTable))
    t.ok(docs('errors.md').includes(`| \`${code}\``), code);
});

t.test(
  'each header with metadata is in the docs, beside the parameter that asks for it',
  async (t) => {
    for (const info of Object.values(headerTable)) {
      if (!('parameter' in info)) continue;
      t.match(
        docs('metadata.md'),
        new RegExp(`^\\| \`${info.parameter}\` +\\| \`${info.name}\` `, 'm'),
      );
    }
  },
);

t.test('a table for one kind', async (t) => {
  for (const kind of kinds) {
    const lines = parametersTable(kind).split('\n');
    t.equal(lines.length, parameterList(kind).length + 2);
    t.equal(new Set(lines.map(({ length }) => length)).size, 1, 'columns are aligned');
  }
  t.match(parametersTable('scrape'), /\| `url` +\| string +\| - +\|/);
  t.match(
    parametersTable('screencast'),
    /\| `timeout` +\| number +\| `30` +\| above 0 to 86400 s +\|/,
  );
});
