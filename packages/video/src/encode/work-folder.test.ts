import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { createWorkFolder } from './work-folder.ts';

t.test('private, removed, and swept after a kill', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rm(parent, { recursive: true }));
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['tintype-video-old', 'tintype-video-new', 'something-else']) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'video'), 'x');
    if (name !== 'tintype-video-new') await utimes(join(parent, name), longAgo, longAgo);
  }
  await symlink(join(parent, 'something-else'), join(parent, 'tintype-video-link'));

  const folder = await createWorkFolder(parent);
  const { mode } = await stat(folder.path);
  if (process.platform !== 'win32') t.equal(mode & 0o777, 0o700);
  await writeFile(join(folder.path, 'video'), 'x');
  await folder.remove();
  await folder.remove();
  while ((await readdir(parent)).includes('tintype-video-old')) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.same(
    (await readdir(parent)).sort(),
    ['something-else', 'tintype-video-link', 'tintype-video-new'],
    'neither a folder in use, nor another, nor what a link leads to',
  );
  t.same(await readdir(join(parent, 'something-else')), ['video']);
});
