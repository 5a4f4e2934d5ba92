import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeWith, makeFolder } from '@tintype/testkit';
import { createRenderer } from 'tintype';
import t from 'tap';
import { questions } from './docs/search-questions.ts';

const root = join(import.meta.dirname, '..');
interface Page {
  name: string;
  links: string[];
  anchors: Set<string>;
}
const { writeSite } = (await import(join(root, 'scripts/docs/write-site.ts'))) as {
  writeSite(root: string, folder: string): Promise<{ pages: Page[] }[]>;
};
const site = join(makeFolder(t), 'site');
const groups = await writeSite(root, site);
const pages = groups.flatMap((group) => group.pages);
const read = (name: string) => readFileSync(join(site, name), 'utf8');

t.test('every document is a page, has a twin, and is indexed', async (t) => {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  t.ok(documents.length > 30);
  const llms = read('llms.txt');
  for (const name of ['index.md', ...documents]) {
    const html = read(name.replace(/md$/, 'html'));
    t.match(html, /<h1 id=/, name);
    t.notMatch(html, /<!--/, `${name}: comments are for writers`);
    t.notMatch(read(name), /<!--/, name);
    t.ok(llms.includes(`](${name}): `), `${name} is in llms.txt`);
    t.equal(html.match(/aria-current="page"/g)?.length, 1, name);
  }
  t.match(llms, /^# Tintype\n\n> \w/);
});

t.test('each link leads somewhere, in pages and in twins', async (t) => {
  const anchors = new Map(pages.map(({ name, anchors }) => [`${name}.html`, anchors]));
  let inside = 0;
  for (const { name, links } of pages) {
    for (const link of links) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const place = path === '' ? `${name}.html` : path;
      t.ok(existsSync(join(site, place)), `${name}: there is ${link}`);
      if (anchor) t.ok(anchors.get(place)?.has(anchor), `${name}: there is ${link}`);
      inside += 1;
    }
    for (const [, to = ''] of read(`${name}.md`).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z]+:|#)/.test(to) || to.includes('{')) continue;
      t.ok(existsSync(join(site, to.replace(/#.*/, ''))), `${name}.md: there is ${to}`);
    }
  }
  t.ok(inside > 200, `${inside} links`);
});

t.test('requests are shown in four languages, written from one curl command', async (t) => {
  const { readCurl } = (await import(join(root, 'scripts/docs/curl-request.ts'))) as {
    readCurl(block: string): object | undefined;
  };
  const key = `-H "X-Access-Key: $KEY"`;
  t.same(
    readCurl(
      `curl -s $API/v1/tasks ${key} -H 'content-type: application/json' -d '{\n "name": "a\\"b" }'`,
    ),
    { method: 'POST', url: 'http://127.0.0.1:3000/v1/tasks', body: { name: 'a"b' } },
  );
  t.same(readCurl(`curl ${key} \\\n  -o x.pdf "http://x.example/v1/pdf?url=a&b=c"`), {
    method: 'GET',
    url: 'http://x.example/v1/pdf?url=a&b=c',
    file: 'x.pdf',
  });
  for (const other of [
    `curl ${key} http://x.example/ | jq .`,
    `curl http://x.example/\ncurl http://y.example/`,
    `curl ${key} http://x.example/ -F files=@a`,
    `curl http://x.example/$ID`,
    `curl -d '{' http://x.example/`,
    `curl -H 'Accept: text/plain' http://x.example/`,
    `tintype pdf http://x.example/`,
  ]) {
    t.equal(readCurl(other), undefined, other);
  }
  for (const name of ['http', 'async', 'batches', 'tasks']) {
    const [tabs = ''] = /<div class="tabs">.*?<\/div>/s.exec(read(`${name}.html`)) ?? [];
    t.equal(tabs.match(/<pre>/g)?.length, 4, name);
    t.match(tabs.replaceAll(/<[^>]+>/g, ''), /curl .*import os.*curl_init/s, name);
    t.notMatch(read(`${name}.md`), /curl_init/, `${name}.md`);
  }
});

type Entry = [href: string, anchor: string, title: string, heading: string, text: string];
const { createSearch } = (await import(join(root, 'scripts/docs/search-index.js'))) as {
  createSearch(entries: Entry[]): (query: string) => Entry[];
};

t.test('the search answers questions of people', async (t) => {
  const find = createSearch(JSON.parse(read('search.json')) as Entry[]);
  for (const [question, places] of Object.entries(questions)) {
    const [[href, anchor] = []] = find(question);
    t.ok(
      places.some((place) => place === href || place === `${href}#${anchor}`),
      `${question}: ${href}#${anchor}`,
    );
  }
  t.same(find('xqzwvy'), []);
});

t.test('each parameter, setting and error has an anchor', async (t) => {
  for (const [page, names] of Object.entries({
    parameters: ['dark_mode', 'url', 'pdf_margin_top', 'fps'],
    configuration: ['port', 'store'],
    errors: ['invalid_parameter'],
  })) {
    for (const name of names) t.match(read(`${page}.html`), `<tr id="${name}">`, name);
  }
});

t.test('parameters that show have an image without and with them', async (t) => {
  const html = read('parameters.html');
  const images = readdirSync(join(root, 'docs/parameters'));
  t.ok(images.length >= 25, `${images.length} images`);
  for (const image of images) {
    const name = image.replace('.webp', '');
    const row = new RegExp(
      `<tr id="${name}">(?:(?!<tr).)*<tr class="shown">(?:(?!<tr).)*${image}`,
      's',
    );
    t.match(html, row, `beside the row of ${name}`);
    t.ok(existsSync(join(site, 'files/docs/parameters', image)));
  }
});

t.test('the start page shows files that Tintype made', async (t) => {
  const html = read('index.html');
  const files = [...html.matchAll(/ src="(files\/[^"]+)"/g)].map(([, file = '']) => file);
  t.equal(files.length, 4);
  for (const file of files) t.ok(existsSync(join(site, file)), file);
  t.match(html, '# A page becomes an image.', 'Markdown');
});

t.test('in a browser: it is read, searched, and fits a phone', async (t) => {
  const renderer = closeWith(t, createRenderer({ concurrency: 1, spares: 0 }));
  const files = Object.fromEntries(
    readdirSync(site, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(site, name))]),
  );
  const html = read('http.html');
  const search = `
    const field = document.querySelector('input[type=search]');
    field.focus();
    field.value = 'pdf_margin_top';
    field.dispatchEvent(new Event('input'));`;
  const { body } = await renderer.render(
    { kind: 'scrape', html, inject_js: search, wait_for_selector: '.found li a', format: 'html' },
    { assets: files },
  );
  const found = Buffer.from(body).toString();
  t.match(found, /href="parameters\.html#/);
  t.match(found, /<button[^>]*class="copy"/, 'code can be copied');
  const wide = 'document.title = String(document.documentElement.scrollWidth - innerWidth)';
  const { metadata } = await renderer.render(
    {
      kind: 'screenshot',
      html,
      viewport_device: 'iphone_15',
      inject_js: wide,
      metadata_title: true,
    },
    { assets: files },
  );
  t.equal(metadata.title, '0', 'nothing sticks out on a phone');
});
