import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { COLOURS, createFixtureServer, solidPage } from '@tintype/testkit';
import t from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { copyClone } from './clone.ts';
import { runService } from './run-service.ts';

t.setTimeout(240_000);
const pages = await createFixtureServer(t);
const program = copyClone(t);
// Only the encoders of the project: an ffmpeg of the machine would replace them.
const service = await runService(t, {
  entry: program,
  args: ['--egress-allow', '127.0.0.1', '--webhook-allow-http', 'true'],
  // Compiled code of a folder that is removed would replace that of others.
  env: { PATH: '/usr/sbin:/sbin', NODE_DISABLE_COMPILE_CACHE: '1' },
});
const small = { viewport_width: 64, viewport_height: 48 };
const headers = { 'x-access-key': service.accessKey };

async function post(operation: string, parameters: object): Promise<Response> {
  const answer = await fetch(`${service.address}/v1/${operation}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...small, ...parameters }),
  });
  t.equal(
    answer.status,
    200,
    `${operation}: ${answer.status === 200 ? 'OK' : await answer.text()}`,
  );
  return answer;
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const requestIdOf = (answer: Response) => answer.headers.get('x-tintype-request-id') ?? '';

t.test('parses a JSON body in a thread, and writes Markdown in another', async (t) => {
  const word = randomBytes(50_000).toString('hex');
  const answer = await post('scrape', { html: `<h1>Long</h1><p>${word}`, format: 'md' });
  t.equal(await answer.text(), `# Long\n\n${word}\n`);
});

t.test('reads the text of a PDF that it made of a template', async (t) => {
  const folder = t.testdir({ 'data.json': '{ "kind": "printed" }' });
  const { code, stdout, stderr } = await runCli(
    ['pdf', '-', '--data', join(folder, 'data.json'), '-o', '-'],
    { input: '<p>A {{ kind }} line', entry: program, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  t.equal(code, 0, stderr);
  const url = pages.file('/printed.pdf', 'application/pdf', stdout);
  t.match(await (await post('scrape', { url, format: 'md' })).text(), 'A printed line');
});

t.test('compares two results, over HTTP and with a tool of an agent', async (t) => {
  // A result that a webhook names has a file, which can be compared.
  const webhook_url = pages.page('/hook', '');
  const [before, after] = [
    pages.page('/a', solidPage(COLOURS.red)),
    pages.page('/b', solidPage(COLOURS.blue)),
  ];
  const [first, second] = await Promise.all(
    [before, after].map((url) => post('screenshot', { url, format: 'png', webhook_url })),
  );
  const path = `/v1/requests/${requestIdOf(second!)}/comparison?with=${requestIdOf(first!)}`;
  const compared = await fetch(`${service.address}${path}`, { headers });
  t.equal(compared.ok ? '' : await compared.text(), '');

  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }),
  );
  t.teardown(() => client.close());
  const found = await client.callTool({ name: 'compare', arguments: { before, after } });
  t.notOk(found.isError, JSON.stringify(found.content).slice(0, 300));
});

t.test('encodes video in the browser and in a thread', async (t) => {
  for (const format of ['webm', 'avi']) {
    const video = await bytesOf(
      await post('screencast', { html: '<p>moves', duration: 0.1, format }),
    );
    t.ok(video.length > 500, `${format}: ${video.length} bytes`);
  }
});

t.test('serves the console', async (t) => {
  const answer = await fetch(`${service.address}/console`);
  t.equal(answer.status, 200);
});
