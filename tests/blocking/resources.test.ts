import type { Plugin } from '@tintype/core';
import t from 'tap';
import { createBlockLab } from './lab.ts';

/** Notes what the browser holds up in each render. */
const paused: string[] = [];
const observer: Plugin = {
  name: 'observer',
  hooks: {
    beforeNavigate(page) {
      paused.length = 0;
      page.session.on('Fetch.requestPaused', ({ request }) => {
        paused.push(new URL(request.url).pathname);
      });
    },
  },
};
const lab = await createBlockLab(t, { plugins: [observer] });
const { server } = lab;
server.file('/a.css', 'text/css', 'p{color:red}');
server.file('/a.js', 'text/javascript', 'fetch("/data.json")');
server.file('/data.json', 'application/json', '{}');
server.file('/a.png', 'image/png', '');
server.page('/frame', 'framed');
server.page(
  '/p',
  '<link rel=stylesheet href="/a.css"><script src="/a.js"></script><img src="/a.png"><iframe src="/frame"></iframe><p>text</p>',
);

const cases: [kinds: string | string[], missing: string[], held: string[]][] = [
  ['image', ['/a.png'], ['/a.png']],
  [
    ['stylesheet', 'image'],
    ['/a.css', '/a.png'],
    ['/a.css', '/a.png'],
  ],
  ['fetch', ['/data.json'], ['/data.json']],
  ['font', [], []],
  ['document', ['/frame'], ['/frame', '/p']],
];
const everything = ['/p', '/a.css', '/a.js', '/data.json', '/a.png', '/frame'].toSorted();

for (const [block_ressources, missing, held] of cases) {
  t.test(`block_ressources ${block_ressources} holds up nothing else`, async (t) => {
    const since = server.log.length;
    await lab.render({ url: lab.url('www.shop.example', '/p'), block_ressources });
    const asked = server.log.slice(since).map(({ url }) => url);
    t.same(
      asked.filter((url) => url !== '/favicon.ico').toSorted(),
      everything.filter((url) => !missing.includes(url)),
    );
    t.same(paused.toSorted(), held);
  });
}

t.test('without it, and with every annoyance, nothing is held up', async (t) => {
  await lab.render({
    url: lab.url('www.shop.example', '/p'),
    block_annoyance: ['cookies_banner', 'ads', 'tracking'],
  });
  t.same(paused, []);
});
