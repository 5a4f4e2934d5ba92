import t from 'tap';
import { shownUrl } from './shown-url.ts';

t.test('hides parts of a URL that may be keys', (t) => {
  const many = Array.from({ length: 150 }, (_, at) => `p${at}=${at < 100 ? at : 'hunter2'}`);
  for (const [address, shown] of [
    ['https://ann:hunter2@a.test/x', 'https://a.test/x'],
    ['https://a.test/x?page=2&q=a%20b', 'https://a.test/x?page=2&q=a%20b'],
    ['https://a.test/?key=0123456789abcdef&page=2', 'https://a.test/?key=...&page=2'],
    ['https://a.test/?token=x&key=0123456789abc&key=3', 'https://a.test/?token=...&key=...&key=3'],
    ['https://a.test/?0123456789abcdef', 'https://a.test/?...='],
    [`https://a.test/?${'n'.repeat(50)}=1`, 'https://a.test/?...=1'],
    [`https://a.test/?${many.join('&')}`, `https://a.test/?${many.slice(0, 100).join('&')}`],
    ['https://a.test/#access_token=x', 'https://a.test/#...'],
    ['https://a.test/#0123456789abcdef', 'https://a.test/#...'],
    ['https://a.test/#part', 'https://a.test/#part'],
    ['/next?code=0123456789abcdef', '/next?code=...'],
    ['//ann:hunter2@b.test/x', 'http://b.test/x'],
    ['data:text/plain,' + 'x'.repeat(100), `data:text/plain,${'x'.repeat(24)}...`],
    ['http://[', '[8 characters]'],
    ['', '/'],
  ] as const) {
    t.equal(shownUrl(address), shown, address.slice(0, 80));
  }
  t.end();
});

t.test('reads only the start of a long URL', (t) => {
  const long = `https://a.test/?${Array.from({ length: 200_000 }, (_, at) => `k${at}=0123456789abcdef`).join('&')}`;
  t.ok(shownUrl(long).length <= 2000);
  t.notMatch(shownUrl(long), /0123456789abcdef/);
  t.ok(shownUrl(`https://a.test/${'x'.repeat(1e6)}`).length <= 2000);
  t.end();
});
