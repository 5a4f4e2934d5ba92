import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { COLOURS, createFixtureServer, inDepth, readPixels, solidPage } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { program } from '../cli/run-cli.ts';

const server = await createFixtureServer(t);

interface Answer {
  isError?: boolean;
  content: {
    type: string;
    text?: string;
    data?: string;
    uri?: string;
    mimeType?: string;
    size?: number;
  }[];
  structuredContent?: Record<string, unknown> & { file: string };
}

/** The program as an agent starts it, spoken to by the client of the SDK. */
async function start(t: Test, ...args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...args],
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.teardown(() => client.close());
  const call = async (name: string, given: Record<string, unknown>, options = {}) =>
    (await client.callTool({ name, arguments: given }, options)) as unknown as Answer;
  return { client, call };
}

t.test('what an agent sees and does', async (t) => {
  const { client, call } = await start(t, '--allow', '127.0.0.1');
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  t.same(names, ['screenshot', 'read', 'pdf', 'record', 'compare']);
  for (const { name, description, inputSchema } of tools) {
    t.match(description, /\w/, name);
    t.match(inputSchema, { type: 'object', properties: {}, additionalProperties: false }, name);
    t.notMatch(JSON.stringify(inputSchema), /"x-/, name);
  }
  // The list is part of every conversation of an agent.
  const chars = JSON.stringify(tools.map(({ inputSchema }) => inputSchema)).length;
  t.ok(chars <= 4_000, `the schemas have ${chars} characters`);
  t.match(tools[0]?.inputSchema.properties, { full_page: { type: 'boolean', default: false } });

  const tall = server.page(
    '/tall',
    '<title>Tall</title><body style="margin:0;height:4500px;background:#0f0">',
  );
  const shot = await call('screenshot', { url: tall, full_page: true, format: 'png' });
  t.match(shot.structuredContent, { url: tall, title: 'Tall', width: 1280, height: 4500 });
  const [preview, link] = shot.content;
  t.match(preview, { type: 'image', mimeType: 'image/jpeg' });
  const seen = await readPixels(Buffer.from(preview?.data ?? '', 'base64'));
  t.ok(seen.width <= 1000 && seen.height <= 1000, `${seen.width} x ${seen.height}`);
  t.match(shot.content.at(-1)?.text, /The preview shows the top 3840 of 4500 pixels\./);
  t.match(link, { type: 'resource_link', mimeType: 'image/png' });
  const { file = '' } = shot.structuredContent ?? {};
  const image = await readPixels(await readFile(file));
  t.same([image.width, image.height], [1280, 4500]);
  const { contents } = await client.readResource({ uri: link?.uri ?? '' });
  const [sent] = contents as { blob: string }[];
  t.ok(Buffer.from(sent?.blob ?? '', 'base64').equals(await readFile(file)));
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  t.same(uris, [link?.uri]);
  await t.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /No tool has made/);

  const words = Array.from({ length: 300 }, (_, n) => `<p>Paragraph ${n} of the long text.`);
  const long = server.page('/long', `<title>Long</title><main>${words.join('')}</main>`);
  let answer = await call('read', { url: long, max_chars: 2000, main_content: false });
  let text = answer.content[0]?.text ?? '';
  t.ok(text.length <= 2000 && text.endsWith('\n\n'), 'a page ends between paragraphs');
  for (let cursor = answer.structuredContent?.['next_cursor']; cursor;) {
    answer = await call('read', { cursor, max_chars: 2000 });
    text += answer.content[0]?.text ?? '';
    cursor = answer.structuredContent?.['next_cursor'];
  }
  t.equal(text.match(/Paragraph \d+ of the long text\./g)?.length, 300);
  t.equal(text.length, answer.structuredContent?.['total_chars']);
  t.equal(server.requests('/long').length, 1, 'the page is loaded once');

  const pdf = await call('pdf', { html: '<h1>On paper', pdf_paper_format: 'a5' });
  t.match((await readFile(pdf.structuredContent?.file ?? '')).toString('latin1'), /^%PDF-/);
  t.ok(
    pdf.content.every(({ data }) => data === undefined),
    'no bytes in the conversation',
  );

  if (inDepth(t, 'a video')) {
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void steps.push(progress);
    const small = { viewport_width: 200, viewport_height: 100, duration: 1, fps: 10 };
    const video = await call('record', { html: '<p>moving', ...small }, { onprogress });
    t.match(video.structuredContent?.file, /record-\d+\.mp4$/);
    t.equal(steps.at(-1), 10, 'progress is told');
  }

  let colour: readonly number[] = COLOURS.green;
  const changing = server.route('/changing', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `${solidPage(COLOURS.white)}<div style="position:absolute;left:50px;top:20px;width:30px;height:40px;background:rgb(${colour.join()})"><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" style="width:30px;height:40px">`,
    );
  });
  const parameters = { viewport_width: 200, viewport_height: 100 };
  const earlier = await call('screenshot', { url: changing, format: 'png', ...parameters });
  colour = COLOURS.red;
  const name = earlier.structuredContent?.file.split('/').at(-1);
  const changed = await call('compare', { before: name, after: changing, parameters });
  t.match(changed.structuredContent, {
    changed: 0.06,
    regions: [
      {
        type: 'colour',
        area: { x: 50, y: 20, width: 30, height: 40 },
        selector: / > img:nth-child/,
      },
    ],
    same_size: true,
  });
  const same = await call('compare', { before: changing, after: changing, parameters });
  t.match(same.structuredContent, { changed: 0, same_size: true });
  t.same(same.structuredContent?.['regions'], []);
  await client.close();
  for (let waited = 0; existsSync(file) && waited < 200; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  t.notOk(existsSync(file), 'temporary files go with the agent');
});

t.test('what goes wrong is said, and the server goes on', async (t) => {
  const folder = join(t.testdir({}), 'kept');
  const { client, call } = await start(t, '--output-dir', folder);
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['screenshot', { url: server.url('/') }, /^target_denied: .*--allow HOST/],
    ['screenshot', { url: 'http://169.254.169.254/latest/meta-data/' }, /^target_denied: /],
    ['screenshot', {}, /url or html/],
    ['screenshot', { url: 'file:///etc/passwd' }, /^invalid_parameter: url must be/],
    ['screenshot', { html: 'x', full_pgae: true }, /full_page/],
    ['screenshot', { html: 'x', more: { clip_x: 'y' } }, /clip_x must be an integer/],
    ['screenshot', { html: 'x', more: 'y' }, /more must be an object/],
    ['read', { cursor: 'x' }, /cursor is not known/],
    ['read', { html: 'x', max_chars: 1 }, /max_chars must be an integer from 500 to 100000; got 1/],
    ['compare', { before: 'screenshot-9.png', after: 'x' }, /before must be a URL, or the name/],
    ['compare', {}, /before must be a URL/],
  ];
  for (const [name, given, message] of cases) {
    const { isError, content } = await call(name, given);
    t.equal(isError, true, JSON.stringify(given));
    t.match(content[0]?.text, message);
  }
  const fine = await call('screenshot', { html: '<p>fine', format: 'webp' });
  t.equal(fine.structuredContent?.file, join(folder, 'screenshot-1.webp'));
  await client.close();
  t.ok(existsSync(join(folder, 'screenshot-1.webp')), 'what a person wanted kept is kept');
});
