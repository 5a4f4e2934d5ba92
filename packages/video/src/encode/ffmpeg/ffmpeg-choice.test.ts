import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFfmpegChoice } from './ffmpeg-choice.ts';

const skip = process.platform === 'win32' ? 'the stand-in is a shell script' : false;

t.test('an ffmpeg that was missing or failed gets another attempt', { skip }, async (t) => {
  const dir = t.testdir({});
  const program = join(dir, 'ffmpeg');
  const install = (encodes: string) => {
    writeFileSync(
      program,
      `#!/bin/sh
for last; do :; done
case "$last" in
  -version) echo "ffmpeg version 7.1-test" ;;
  -encoders) echo " V....D libx264              libx264 H.264" ;;
  *) while read -r line; do :; done; ${encodes} ;;
esac
`,
    );
    chmodSync(program, 0o755);
  };
  const choice = createFfmpegChoice({ env: { PATH: dir }, tempDir: dir });
  t.match(await choice.choose('mp4'), { reason: 'there is no ffmpeg in PATH' });
  install('echo video > "$last"');
  const found = await choice.choose('mp4');
  t.match(found, { codec: 'libx264', program: { path: program, version: '7.1-test' } });
  t.equal(await choice.choose('mp4'), found, 'what works is remembered');

  const other = createFfmpegChoice({ env: { PATH: dir }, tempDir: dir });
  install('exit 1');
  t.match(await other.choose('mp4'), { reason: /is built with a broken/ });
  install('echo video > "$last"');
  t.match(await other.choose('mp4'), { codec: 'libx264' });
});
