import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keysFileOf, writeKeys } from './write-keys.ts';
import { account } from './fixtures/account.ts';

const keys = { accessKey: 'AAAA', secretKey: 'SSSS' };

t.test('prints keys at a terminal only', async (t) => {
  const dataDir = join('/', 'data');
  const usual = join(dataDir, 'new-keys.env');
  t.equal(keysFileOf({ data_dir: dataDir }, { isTTY: true }), undefined);
  t.equal(keysFileOf({ data_dir: dataDir }, { isTTY: false }), usual);
  t.equal(keysFileOf({ data_dir: dataDir }, {}), usual);
  for (const isTTY of [true, false])
    t.equal(keysFileOf({ data_dir: dataDir, keys_file: '/keys' }, { isTTY }), '/keys');
});

t.test('writes a file that only its owner can read, and a shell can source', async (t) => {
  const folder = t.testdir({ others: 'theirs' });
  const path = join(folder, 'keys.env');
  await writeKeys(path, { account, keys });
  t.equal(statSync(path).mode & 0o777, 0o600);
  const lines = readFileSync(path, 'utf8').split('\n');
  t.same(lines.slice(1), ["TINTYPE_ACCESS_KEY='AAAA'", "TINTYPE_SECRET_KEY='SSSS'", '']);
  await writeKeys(path, { account, keys: { secretKey: 'TTTT' } });
  t.notMatch(readFileSync(path, 'utf8'), /AAAA|SSSS/);
  t.same(readdirSync(folder).toSorted(), ['keys.env', 'others']);
});

t.test('replaces an existing link instead of following it', async (t) => {
  const folder = t.testdir({ others: 'theirs' });
  symlinkSync(join(folder, 'others'), join(folder, 'keys.env'));
  await writeKeys(join(folder, 'keys.env'), { account, keys });
  t.equal(readFileSync(join(folder, 'others'), 'utf8'), 'theirs');
});

t.test('a failed write leaves no file', async (t) => {
  const folder = t.testdir();
  writeFileSync(join(folder, 'file'), '');
  await t.rejects(writeKeys(join(folder, 'file', 'keys.env'), { account, keys }));
  t.notOk(existsSync(join(folder, 'keys.env')));
});
