import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createBlockLab } from './lab.ts';

const lab = await createBlockLab(t);
const { server } = lab;

/** Loads a script from each host; each that runs leaves its name in the title. */
function pageWith(...hosts: string[]): string {
  const scripts = hosts.map(
    (host) => `<script src="${lab.url(host, '/tag.js')}?${host}"></script>`,
  );
  return `<!doctype html><title></title>${scripts.join('')}<p>text</p>`;
}
server.route('/tag.js', (request, response) => {
  const host = new URL(request.url ?? '', 'http://x').search.slice(1);
  response.writeHead(200, { 'content-type': 'text/javascript' });
  response.end(`document.title += ${JSON.stringify(`+${host}`)};`);
});
const asked = (since: number) =>
  server.log
    .slice(since)
    .flatMap(({ url }) => (url.startsWith('/tag.js?') ? [url.slice(8)] : []))
    .toSorted();

const ad = 'ad.doubleclick.net';
// Not google-analytics.com: Chromium knows that one as a host for https alone.
const tracker = 's10.histats.com';
const manager = 'tags.tiqcdn.com';
const cdn = 'cdn.jsdelivr.net';

t.test('ads and tracking are blocked by host, other third parties are not', async (t) => {
  server.page('/all', pageWith(ad, tracker, manager, cdn, 'static.shop.example'));
  const url = lab.url('www.shop.example', '/all');
  const cases = [
    [['ads', 'tracking'], [cdn, 'static.shop.example'], { ads: 1, tracking: 2 }],
    [['ads'], [tracker, manager, cdn, 'static.shop.example'], { ads: 1 }],
    [['tracking'], [ad, cdn, 'static.shop.example'], { tracking: 2 }],
    [['none'], [ad, tracker, manager, cdn, 'static.shop.example'], {}],
    [['cookies_banner'], [ad, tracker, manager, cdn, 'static.shop.example'], {}],
  ] as const;
  for (const [block_annoyance, loaded, requests] of cases) {
    if (block_annoyance[0] === 'none' && !inDepth(t, 'none')) continue;
    const since = server.log.length;
    const result = await lab.render({ url, block_annoyance });
    t.same(asked(since), loaded.toSorted(), `${block_annoyance}`);
    t.same(result.metadata.title?.split('+').slice(1), loaded);
    t.same(result.blocking?.requests, requests);
    t.same(result.warnings, [], 'what was asked for is no reason for a warning');
  }
});

t.test('https is refused as well, and by name: nothing is decrypted', async (t) => {
  server.page('/tls', `<script src="https://${tracker}/analytics.js"></script><p>text</p>`);
  const { blocking } = await lab.render({
    url: lab.url('www.shop.example', '/tls'),
    block_annoyance: 'tracking',
  });
  t.same(blocking?.requests, { tracking: 1 });
});

t.test('the same company is not a third party to itself', async (t) => {
  server.page('/own', pageWith('static.criteo.net', 'www.criteo.com', tracker));
  const since = server.log.length;
  await lab.render({
    url: lab.url('www.criteo.com', '/own'),
    block_annoyance: ['ads', 'tracking'],
  });
  t.same(asked(since), ['static.criteo.net', 'www.criteo.com']);
});

t.test('renders a page on a listed host, and behind a redirect through one', async (t) => {
  server.page('/itself', pageWith(tracker, ad));
  let since = server.log.length;
  await lab.render({ url: lab.url(ad, '/itself'), block_annoyance: ['ads', 'tracking'] });
  t.same(asked(since), [ad], 'the page is its own');

  server.redirect('/click', lab.url('www.shop.example', '/landed'));
  server.page('/landed', pageWith(tracker, cdn));
  since = server.log.length;
  server.redirect('/link', lab.url(ad, '/click'));
  const result = await lab.render({
    url: lab.url('news.example', '/link'),
    block_annoyance: ['ads', 'tracking'],
  });
  t.equal(new URL(result.url).pathname, '/landed');
  t.same(asked(since), [cdn], 'the page that it leads to is blocked as ever');
});

t.test('raw html has no first party', async (t) => {
  const { blocking } = await lab.render({ html: pageWith(tracker), block_annoyance: 'tracking' });
  t.same(blocking?.requests, { tracking: 1 });
});
