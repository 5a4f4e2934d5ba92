import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInKinds, requestJsonSchema } from '@tintype/contract';
import { openApiDocument } from '@tintype/server';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import * as tintype from 'tintype';
import { runCli } from '../cli/run-cli.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const parameters = new Set(
  [...builtInKinds].flatMap(({ name }) => Object.keys(requestJsonSchema(name).properties ?? {})),
);
const help = (await runCli(['--help'])).stdout.toString();
const flags = (await runCli(['screenshot', '--help'])).stdout.toString();
const { paths } = openApiDocument({ version: '1.0.0' }) as {
  paths: Record<string, Record<string, unknown>>;
};
const renderer = closeWith(t, tintype.createRenderer());
const openPage =
  /export interface OpenPage[\s\S]*?\n}/.exec(read('packages/core/src/types.ts'))?.[0] ?? '';
const settings = read('docs/configuration.md');

/** Returns whether a name in a document's code exists. */
function isThere(code: string): boolean {
  const [, method = '', path = ''] = /^(GET|POST) (\/.*)$/.exec(code) ?? [];
  if (method !== '') return paths[path]?.[method.toLowerCase()] !== undefined;
  const [, command] = /^tintype ([\w-]+)/.exec(code) ?? [];
  const flag = /--([\w-]+)/.exec(code)?.[1];
  const isFlag =
    flag === undefined || parameters.has(flag.replaceAll('-', '_')) || flags.includes(`--${flag}`);
  if (command !== undefined) return isFlag && new RegExp(`\\b${command}\\b`).test(help);
  if (flag !== undefined) return isFlag;
  const [, owner, name = ''] = /^(?:(renderer|page)\.)?(\w+)\(\)$/.exec(code) ?? [];
  if (owner === 'renderer') return name in renderer;
  if (owner === 'page') return new RegExp(`^  ${name}\\b`, 'm').test(openPage);
  if (name !== '') return name in tintype;
  const [, kind] = /^kind: (\w+)$/.exec(code) ?? [];
  if (kind !== undefined) return builtInKinds.names.includes(kind);
  return parameters.has(code) || settings.includes(`| \`${code}\``);
}

t.test('what is not there is found out', async (t) => {
  const wrong = [
    'full_pages',
    '--full-pages',
    'tintype shoot x',
    'tintype pdf --shiny',
    'GET /v1/pages',
  ];
  for (const code of [...wrong, 'renderer.shoot()', 'page.shoot()', 'shoot()', 'kind: film']) {
    t.notOk(isThere(code), code);
  }
});

t.test('each row leads to something that is there', async (t) => {
  const rows = read('docs/coming-from.md').matchAll(/^\| (?!-|there)(.*?[^\\]) \| (.*) \|$/gm);
  let count = 0;
  for (const [, there, here = ''] of rows) {
    count += 1;
    const codes = [...here.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    t.ok(codes.length > 0 || here.startsWith('nothing'), `${there} leads to something`);
    for (const code of codes) t.ok(isThere(code), `${there}: there is ${code}`);
  }
  t.ok(count > 80, `${count} rows`);
});
