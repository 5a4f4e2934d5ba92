import { join } from 'node:path';
import { createClient } from '@tintype/client';
import { defineKind, kinds } from '@tintype/contract';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { createRenderer } from 'tintype';
import { runHere } from '../cli/run-here.ts';
import { runService } from '../serve/run-service.ts';
import { plugin } from './links.ts';

const server = await createFixtureServer(t);
const url = server.page(
  '/links',
  '<!doctype html><a href="/here">here</a><a href="https://example.com/">there</a><a href="https://example.org/">elsewhere</a>',
);
const here = server.url('/here');
const file = join(import.meta.dirname, 'links.ts');
const allow = '127.0.0.1';

t.test('in code', async (t) => {
  const renderer = createRenderer({
    plugins: [plugin],
    egress: { allow: [allow] },
    concurrency: 1,
    spares: 0,
  });
  t.teardown(() => renderer.stop());
  const result = await renderer.render({ kind: 'links', url, links_limit: 2 });
  t.match(result, { kind: 'links', mediaType: 'application/json', extension: 'json' });
  t.same(JSON.parse(Buffer.from(result.body).toString()), [here, 'https://example.com/']);
  t.same(result.warnings, ['3 links were found.']);
  // @ts-expect-error a number was expected
  await t.rejects(renderer.render({ kind: 'links', url, links_limit: 'two' }), {
    code: 'invalid_parameter',
    message: 'links_limit must be an integer from 1 to 10000; got "two".',
  });
  await t.rejects(renderer.render({ kind: 'links', html: '<p>', links_elsewhere: true }), {
    code: 'invalid_parameter',
    details: [{ parameter: 'links_elsewhere' }],
  });
});

t.test('on the command line', async (t) => {
  const plugins = ['--plugins', file];
  const { code, stdout, stderr } = await runHere([
    'links',
    url,
    '--links-elsewhere',
    ...plugins,
    '--allow',
    allow,
  ]);
  t.equal(code, 0, stderr);
  t.same(JSON.parse(stdout.toString()), ['https://example.com/', 'https://example.org/']);
  const env = { TINTYPE_PLUGINS: file };
  const help = (await runHere(['links', '--help'], { env })).stdout.toString();
  t.match(help, /tintype links <url/);
  t.match(help, /\nLinks\n {2}--links-elsewhere/);
  const wrong = await runHere(['links', url, '--links-limit', '0'], { env });
  t.equal(wrong.code, 2);
  t.match(wrong.stderr, /links_limit must be an integer from 1 to 10000; got 0\./);
  const unknown = await runHere(['links', url]);
  t.equal(unknown.code, 2);
  t.match(unknown.stderr, /Unknown command links/);
  const absent = await runHere(['links', url, '--plugins', `${file}.absent`]);
  t.equal(absent.code, 2);
  t.match(absent.stderr, /plugins: .*\.absent cannot be loaded/);
});

const kindNames: readonly string[] = [...kinds, 'links'];

function isReserved(name: string): boolean {
  const words = { title: 'x', noun: 'x', nouns: 'x', files: { txt: 'text/plain' } };
  try {
    defineKind({ name, ...words });
    return false;
  } catch {
    return true;
  }
}

t.test('no kind hides a command', async (t) => {
  const { stdout } = await runHere(['completion', 'bash'], { env: {} });
  const [, words = ''] = /-eq 1 .*compgen -W "([^"]+)"/.exec(stdout.toString()) ?? [];
  const commands = words.split(' ');
  t.ok(commands.includes('serve') && commands.includes('pdf'), words);
  for (const name of commands) if (!kindNames.includes(name)) t.ok(isReserved(name), name);
  t.notOk(isReserved('links'));
});

t.test('in the commands of an operator', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const said = async (args: string, plugins = file) => {
    const words = [...args.split(' '), '--data-dir', dataDir];
    const { code, stdout, stderr } = await runHere(words, { env: { TINTYPE_PLUGINS: plugins } });
    return { code, text: stdout.toString() + stderr };
  };
  await said('keys create acme');
  const published = await said('keys publish acme --kinds links,pdf');
  t.match(published, { code: 0, text: /signed GETs of links, pdf only/ });
  t.match(await said('keys publish acme'), { code: 0, text: /, archive, links only/ });
  const task = await said(`tasks create t --api links --query url=${url} --frequency every_day`);
  t.match(task, { code: 0, text: /links/ });
  t.match(await said('requests list --api links'), { code: 0, text: /There are no requests/ });
  const mistyped = await said('requests list --api linsk');
  t.match(mistyped, { code: 2, text: /--api must be one of screenshot, .*, links; got "linsk"/ });
  const without = await said('keys publish acme --kinds links', '');
  t.match(without, {
    code: 2,
    text: /must be a list with any of screenshot,\s+screencast, pdf, scrape/,
  });
  const absent = await said('keys list', `${file}.absent`);
  t.match(absent, { code: 2, text: /plugins: .*\.absent cannot be loaded/ });
});

t.test('over HTTP', async (t) => {
  const service = await runService(t, {
    args: ['--plugins', file, '--egress-allow', allow],
  });
  const { address: baseUrl, accessKey } = service;
  const client = createClient({ baseUrl, accessKey });
  const answer = await client.render('links', { url });
  t.equal(answer.mediaType, 'application/json');
  t.same(JSON.parse(Buffer.from(answer.body).toString()).length, 3);
  const headers = { 'x-access-key': accessKey };
  const get = (query: string) => fetch(`${baseUrl}/v1/links?${query}`, { headers });
  const limited = await get(
    new URLSearchParams({ url, links_limit: '1', full_page: '1' }).toString(),
  );
  t.same(await limited.json(), [here]);
  t.equal(limited.headers.get('x-tintype-ignored'), 'full_page');
  const refused = await get('url=x&links_limits=1');
  t.equal(refused.status, 400);
  t.match(await refused.json(), { message: /Did you mean links_limit\?/ });

  const { id } = await client.requests.start('links', { url });
  const done = await client.requests.wait(id);
  t.match(done, { api: 'links', status: 'succeeded' });
  t.match(await client.requests.list({ api: 'links' }), [{ id }]);

  const description = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, { get: { summary: string; parameters: { name: string }[] } }>;
    components: { schemas: Record<string, object> };
  };
  for (const path of Object.keys(description.paths)) {
    const [, route = ''] = /^\/v1\/([a-z-]+)/.exec(path) ?? [];
    if (route !== '' && !kindNames.includes(route)) t.ok(isReserved(route), path);
  }
  const operation = description.paths['/v1/links']?.get;
  t.equal(operation?.summary, 'The links of a page as JSON');
  t.ok(operation?.parameters.some(({ name }) => name === 'links_limit'));
  t.ok(description.components.schemas['LinksParameters']);
});
