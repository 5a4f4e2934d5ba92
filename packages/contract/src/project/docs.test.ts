import { readFileSync } from 'node:fs';
import t from 'tap';
import { errorTable } from '../errors/error-table.ts';
import { errorsPage, parametersPage } from './docs-pages.ts';
import { headerTable } from '../headers/header-table.ts';
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

t.test('the tables of parameters are aligned and complete', async (t) => {
  const page = parametersPage().trimEnd();
  const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
  const rows = tables.map((table) => table.split('\n'));
  t.equal(rows.flat().length, parameterList().length + 2 * tables.length);
  for (const lines of rows) t.equal(new Set(lines.map(({ length }) => length)).size, 1);
  t.match(page, /\| `url` +\| string +\| - +\|/);
  t.match(page, /\| `timeout` +\| number +\| `30` +\| above 0 to 86400 s +\|/);
});
