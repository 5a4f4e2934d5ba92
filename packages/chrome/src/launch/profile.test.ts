import { once } from 'node:events';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import t from 'tap';
import { startScript } from '../fixtures/start-script.ts';
import { createProfile, sweepProfiles } from './profile.ts';

t.test('is closed to others, and goes with all that is in it', async (t) => {
  const parent = t.testdir();
  const profile = await createProfile(parent);
  t.match(path.basename(profile.dir), new RegExp(`^tintype-${process.pid}-\\w{6}$`));
  t.equal(statSync(profile.dir).mode & 0o777, 0o700);
  t.equal(path.dirname(profile.tmpDir), profile.dir);
  await writeFile(path.join(profile.tmpDir, 'x'), 'x');
  await profile.remove();
  t.notOk(existsSync(profile.dir));
  await profile.remove();
});

const skip = process.getuid?.() !== 0 && 'needs root';
t.test('belongs to the user of the browser', { skip }, async (t) => {
  const profile = await createProfile(t.testdir(), { uid: 65534, gid: 65534 });
  for (const dir of [profile.dir, profile.tmpDir]) {
    t.match(statSync(dir), { uid: 65534, gid: 65534 });
  }
  await profile.remove();
});

t.test('a missing folder is an error that names it', async (t) => {
  await t.rejects(createProfile(path.join(t.testdir(), 'none')), /none/);
});

t.test('sweeping takes those of killed processes and nothing else', async (t) => {
  const parent = t.testdir();
  const mine = await createProfile(parent);
  const script = `
    const { createProfile } = await import(${JSON.stringify(import.meta.resolve('./profile.ts'))});
    const { dir } = await createProfile(${JSON.stringify(parent)});
    console.log(dir);
    setInterval(() => {}, 1000);`;
  const child = startScript(script);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const theirs = line.toString().trim();

  t.same(await sweepProfiles(parent), [], 'both processes live');
  t.ok(existsSync(theirs));
  child.kill('SIGKILL');
  await once(child, 'exit');

  const unrelated = path.join(parent, 'tintype-notes');
  await mkdir(unrelated);
  symlinkSync(unrelated, path.join(parent, `tintype-${child.pid}-linked`));
  // Of a process in another container that shares the folder: its number means nothing here.
  const elsewhere = path.join(parent, `tintype-${child.pid}-aaaaaa`);
  await mkdir(elsewhere);
  symlinkSync('pid:[1] 17', path.join(elsewhere, 'tintype-owner'));
  // Of a process that is about to write who it is.
  const fresh = path.join(parent, `tintype-${child.pid}-bbbbbb`);
  const forgotten = path.join(parent, `tintype-${child.pid}-cccccc`);
  await mkdir(fresh);
  await mkdir(forgotten);
  await utimes(forgotten, 0, 0);

  t.same((await sweepProfiles(parent)).sort(), [theirs, forgotten].sort());
  for (const kept of [mine.dir, unrelated, elsewhere, fresh]) t.ok(existsSync(kept), kept);
  await mine.remove();
});
