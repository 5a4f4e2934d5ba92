import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import t from 'tap';
import { announce, type Announcement } from './announce.ts';
import { account } from './fixtures/account.ts';

function said(more: Partial<Announcement>): string {
  const output = new PassThrough();
  announce({ version: '1.2.3', address: 'http://127.0.0.1:3000', dataDir: '/d', ...more }, output);
  return String(output.read());
}

t.test('prints new keys, and an example with the access key', async (t) => {
  const text = said({ newKeys: { account, keys: { accessKey: 'AAAA', secretKey: 'SSSS' } } });
  t.match(text, /^ {2}access key {2}AAAA$/m);
  t.match(text, /^ {2}secret key {2}SSSS$/m);
  t.match(text, /tintype keys rotate default$/m);
  t.match(text, 'curl -H "X-Access-Key: AAAA" -o example.jpeg "http://127.0.0.1:3000/v1/');
});

t.test('does not print keys that are in a file', async (t) => {
  const newKeys = { account, keys: { accessKey: 'AAAA', secretKey: 'SSSS' } };
  const text = said({ newKeys, keysFile: '/data/new-keys.env' });
  t.match(text, 'has new keys, in /data/new-keys.env');
  t.notMatch(text, /AAAA|SSSS/);
  t.match(text, 'X-Access-Key: $TINTYPE_ACCESS_KEY');
});

t.test('prints the example of the README', async (t) => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  t.match(readme, '\nnpx tintype serve\n');
  const shown = /^Try it: +(curl .*)$/m.exec(said({ keysFile: '/k' }))?.[1] ?? 'none';
  t.match(readme, `\n${shown.replace('$TINTYPE_ACCESS_KEY', '...')}\n`);
});

t.test('hides what new users do not need', async (t) => {
  t.notMatch(said({}), /key {2}|account/);
  t.match(said({}), 'X-Access-Key: $TINTYPE_ACCESS_KEY');
  const text = said({ newKeys: { account, keys: { secretKey: 'SSSS' } } });
  t.notMatch(text, /access key/);
  t.match(text, 'X-Access-Key: $TINTYPE_ACCESS_KEY');
});

t.test('a process without clients reports its work and its address', async (t) => {
  const text = said({ roles: ['worker', 'webhooks'] });
  t.match(text, 'with its data in /d, as worker, webhooks');
  t.match(text, 'Ready:   http://127.0.0.1:3000/ready');
  t.notMatch(text, /console|curl|reference/);
  t.match(said({ roles: ['api', 'worker'] }), /^API: /m);
});

t.test('prints an address that other programs can reach', async (t) => {
  t.match(said({ address: 'http://0.0.0.0:80' }), 'http://127.0.0.1:80/reference');
  t.match(said({ address: 'https://[::]:443' }), 'https://[::1]:443/reference');
  t.match(said({ address: 'https://[::]:443' }), 'curl --insecure ');
});
