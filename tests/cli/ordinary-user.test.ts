import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { bin, root } from './run-cli.ts';

// Started by root, the rest of the tests shows that root can use it; this one, that others can.
const USER = { uid: 1000, gid: 1000 };
const isRoot = process.getuid?.() === 0;
const canRead =
  isRoot && spawnSync(process.execPath, ['--check', bin], { ...USER, cwd: '/' }).status === 0;
const skip = !canRead && 'needs root, and a checkout that others can read';

t.test('an ordinary user gets an image, and a browser of their own', { skip }, async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'tintype-user-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o700);
  chownSync(home, USER.uid, USER.gid);
  const page = join(root, 'examples', 'hello', 'index.html');
  const { status, stderr } = spawnSync(
    process.execPath,
    [bin, 'screenshot', page, '-o', 'hello.png', '--image-width', '64'],
    { ...USER, cwd: home, env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' },
  );
  t.match(stderr, /^hello\.png {2}64 x 54 px/m);
  t.equal(status, 0);
  t.equal(statSync(join(home, 'hello.png')).uid, USER.uid);
  t.equal(readFileSync(join(home, 'hello.png')).toString('latin1', 1, 4), 'PNG');
  if (!inDepth(t, 'where the user may not write')) return;
  const elsewhere = spawnSync(process.execPath, [bin, 'screenshot', page, '-o', '/hello.png'], {
    ...USER,
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  });
  t.equal(elsewhere.status, 1);
  t.match(
    elsewhere.stderr,
    /^tintype: \/hello\.png was not written: This user may not write there/,
  );
});
