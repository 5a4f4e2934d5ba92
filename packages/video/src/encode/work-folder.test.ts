import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { createWorkFolders } from './work-folder.ts';

const isLinux = process.platform === 'linux';

async function emptyFolder(t: Test): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rm(parent, { recursive: true }));
  return parent;
}

/** A process that made a folder and then does this. */
async function childWithFolder(parent: string, then: string) {
  const script = `
    const { createWorkFolders } = await import(${JSON.stringify(import.meta.resolve('./work-folder.ts'))});
    const { path } = await createWorkFolders(${JSON.stringify(parent)}).create();
    (await import('node:fs')).writeFileSync(path + '/video', 'x');
    process.stdout.write(path, () => { ${then} });`;
  const args = ['--conditions=@tintype/source', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [path] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, path: path.toString() };
}

t.test('private, and removed', async (t) => {
  const parent = await emptyFolder(t);
  const listeners = process.listenerCount('exit');
  const folders = createWorkFolders(parent);
  const made = await Promise.all(Array.from({ length: 12 }, () => folders.create()));
  t.equal(process.listenerCount('exit'), listeners + 1, 'one listener for all of them');
  const [folder] = made;
  const { mode } = await stat(folder!.path);
  if (process.platform !== 'win32') t.equal(mode & 0o777, 0o700);
  await writeFile(join(folder!.path, 'video'), 'x');
  for (const { remove } of made) await remove();
  await folder!.remove();
  t.same(await readdir(parent), []);
  t.equal(process.listenerCount('exit'), listeners);
});

t.test('goes with a process that ends in the middle', async (t) => {
  const parent = await emptyFolder(t);
  for (const then of ['process.exit(0)', 'throw new Error()', 'Promise.reject(new Error())']) {
    const { child, path } = await childWithFolder(parent, then);
    if (child.exitCode === null) await once(child, 'exit');
    t.equal(dirname(path), parent);
    t.notOk(existsSync(path), then);
  }
});

t.test('swept after a kill, at the next folder', { skip: !isLinux && 'needs Linux' }, async (t) => {
  const parent = await emptyFolder(t);
  const killed = await childWithFolder(parent, 'setInterval(() => {}, 1000)');
  const living = await childWithFolder(parent, 'setInterval(() => {}, 1000)');
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  t.ok(existsSync(killed.path));
  const other = join(parent, 'something-else');
  await mkdir(other);
  await writeFile(join(other, 'video'), 'x');
  const link = `tintype-video-${killed.child.pid}-linked`;
  await symlink(other, join(parent, link));
  const fresh = `tintype-video-${killed.child.pid}-bbbbbb`;
  await mkdir(join(parent, fresh));

  const folder = await createWorkFolders(parent).create();
  await until(() => !existsSync(killed.path));
  await folder.remove();
  t.same(
    (await readdir(parent)).sort(),
    ['something-else', basename(living.path), fresh, link].sort(),
    'neither one in use, nor one about to be, nor what a link leads to',
  );
  t.same(await readdir(other), ['video']);
  living.child.kill('SIGKILL');
  await once(living.child, 'exit');
});
