import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { findFfmpeg } from './find-ffmpeg.ts';

const skip = process.platform === 'win32' ? 'the stand-ins are shell scripts' : false;

t.test('the first in PATH that answers', { skip }, async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rm(root, { recursive: true }));
  const program = async (folder: string, script: string): Promise<string> => {
    await mkdir(join(root, folder));
    const path = join(root, folder, 'ffmpeg');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return join(root, folder);
  };
  const broken = await program('broken', 'echo "cannot open shared object file" >&2; exit 127');
  const works = await program(
    'works',
    `case "$*" in
      -version) echo "ffmpeg version 7.1-test Copyright"; echo "SECRET=$SECRET" >> "${root}/seen" ;;
      *) echo " V....D libx264              libx264 H.264"; echo " A....D aac    AAC"; echo " VF...D png  PNG" ;;
    esac`,
  );
  const path = [join(root, 'missing'), broken, works].join(delimiter);
  const found = await findFfmpeg({ PATH: path, SECRET: 'key', LANG: 'C' });
  t.equal(found?.path, join(works, 'ffmpeg'));
  t.equal(found?.version, '7.1-test');
  t.same([...(found?.encoders ?? [])], ['libx264', 'png'], 'sound does not count');
  t.same(found?.env, { PATH: path, LANG: 'C' }, 'no secret reaches it');
  t.equal(await findFfmpeg({ PATH: broken }), undefined);
  t.equal(await findFfmpeg({ PATH: '' }), undefined);
  t.equal(await findFfmpeg({}), undefined);
});
