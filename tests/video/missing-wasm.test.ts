import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { build, installClosure } from '../installed/install-closure.ts';

/** Prints the available encoders. */
const program = `import { createEncoders } from '@tintype/video/encoders';
const encoders = createEncoders({ env: {} });
const { signal } = new AbortController();
const frames = { width: 64, height: 48, fps: 30 };
const avi = await encoders.open({ ...frames, format: 'avi' }, { signal }).catch((error) => error);
const gif = await encoders.open({ ...frames, format: 'gif' }, { signal });
await gif.abort();
const { code, status, message } = avi;
console.log(JSON.stringify({ avi: { code, status, message }, gif: gif.name, all: await encoders.describe() }));
`;

t.test('without the optional packages and without ffmpeg', async (t) => {
  build();
  const dir = mkdtempSync(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  // As npm leaves it with --omit=optional.
  const without = ['@ffmpeg.wasm/main', '@ffmpeg.wasm/core-st'];
  installClosure(dir, ['@tintype/video'], { without });
  writeFileSync(join(dir, 'program.mjs'), program);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--preserve-symlinks', '--preserve-symlinks-main', join(dir, 'program.mjs')],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  t.equal(stderr, '');
  const said = JSON.parse(stdout) as { avi: object; gif: string; all: object };
  t.match(said.avi, {
    code: 'unsupported',
    status: 400,
    message:
      /no encoder for avi at 64 x 48: there is no ffmpeg in PATH; @ffmpeg\.wasm\/main and @ffmpeg\.wasm\/core-st are not installed\. Install/,
  });
  t.match(said.all, {
    mp4: { encoder: 'none', note: /the browser does not encode it/ },
    avi: { encoder: 'none', note: /not installed/ },
    gif: { encoder: 'sharp' },
  });
  t.equal(said.gif, 'sharp', 'what needs neither works');
});
