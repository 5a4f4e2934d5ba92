import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSameHash, newAccessKey, newSecretKey } from './account-keys.ts';
import { makeMasterKey, parseMasterKey, parseMasterKeys, readMasterKeys } from './master-key.ts';
import { createSecretBox } from './secret-box.ts';

t.test('new keys', async (t) => {
  const keys = Array.from({ length: 500 }, newAccessKey);
  t.equal(new Set(keys).size, 500);
  t.ok(keys.every((key) => /^[A-Za-z0-9_][A-Za-z0-9_-]{23}$/.test(key)));
  t.match(newSecretKey(), /^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
});

t.test('hashes of another length do not throw', async (t) => {
  t.equal(isSameHash(Buffer.from('ab'), Buffer.from('abc')), false);
  t.equal(isSameHash(Buffer.from('ab'), Buffer.from('ab')), true);
  t.equal(isSameHash(Buffer.from('ab'), Buffer.from('ac')), false);
});

t.test('a sealed text opens with its key, in its place, unchanged', async (t) => {
  const key = randomBytes(32);
  const box = createSecretBox(key);
  const sealed = box.seal('sécret', 'row 1');
  t.equal(box.open(sealed, 'row 1'), 'sécret');
  t.equal(createSecretBox(key).open(sealed, 'row 1'), 'sécret');
  t.notOk(sealed.includes('cret'), 'it cannot be read');
  t.notSame(box.seal('sécret', 'row 1'), sealed, 'nobody sees that two are equal');
  t.equal(box.open(sealed, 'row 2'), undefined);
  t.equal(createSecretBox(randomBytes(32)).open(sealed, 'row 1'), undefined);
  for (let at = 0; at < sealed.length; at += 5) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    t.equal(box.open(changed, 'row 1'), undefined, `byte ${at}`);
  }
  t.equal(box.open(sealed.subarray(0, 20), 'row 1'), undefined);
  t.equal(box.open(Buffer.alloc(0), 'row 1'), undefined);
});

t.test('how a master key is written', async (t) => {
  const key = randomBytes(32);
  for (const text of [
    key.toString('hex'),
    `${key.toString('hex').toUpperCase()}\n`,
    key.toString('base64'),
    key.toString('base64url'),
  ]) {
    t.same(parseMasterKey(text, 'x'), key);
  }
  for (const text of ['', 'secret', 'a'.repeat(63), randomBytes(31).toString('base64')]) {
    t.throws(() => parseMasterKey(text, '--master-key'), {
      code: 'invalid_parameter',
      message: new RegExp(`^--master-key must be 64 hex digits .* length is ${text.length}\\.`),
    });
  }
});

t.test('the file of the master key', async (t) => {
  const path = join(t.testdir(), 'master.key');
  t.equal(readMasterKeys(path), undefined);
  const key = makeMasterKey(path);
  t.equal(key.byteLength, 32);
  t.same(makeMasterKey(path), key, 'whoever comes second gets the key of the first');
  t.equal(statSync(path).mode & 0o777, 0o600);
  chmodSync(path, 0o644);
  t.same(readMasterKeys(path), [key]);
  t.equal(statSync(path).mode & 0o777, 0o600, 'others cannot read it any more');
  t.match(readFileSync(path, 'utf8'), /^[0-9a-f]{64}\n$/);
  writeFileSync(path, 'nonsense');
  t.throws(() => readMasterKeys(path), { code: 'invalid_parameter' });
});

t.test('values of older keys open, and say that they are old', async (t) => {
  const [old, young] = [randomBytes(32), randomBytes(32)];
  const [before, ring] = [createSecretBox(old), createSecretBox(young, old)];
  const sealed = before.seal('text', 'row');
  t.equal(ring.open(sealed, 'row'), 'text');
  t.same([before.isCurrent(sealed), ring.isCurrent(sealed)], [true, false]);
  const anew = ring.seal('text', 'row');
  t.equal(ring.isCurrent(anew), true);
  t.equal(before.open(anew, 'row'), undefined);
  ring.use([young]);
  t.equal(ring.open(sealed, 'row'), undefined);
  t.equal(ring.open(anew, 'row'), 'text');
});

t.test('several master keys', async (t) => {
  const keys = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const text = [keys[0]?.toString('hex'), keys[1]?.toString('base64'), keys[2]?.toString('hex')];
  for (const between of [',', '\n', ' , ']) t.same(parseMasterKeys(text.join(between), 'x'), keys);
  t.throws(() => parseMasterKeys(`${text[0]},short`, 'x'), { code: 'invalid_parameter' });
  const many = Array.from({ length: 11 }, () => text[0]).join(',');
  t.throws(() => parseMasterKeys(many, 'x'), { message: 'x: at most 10 keys; got 11.' });
});
