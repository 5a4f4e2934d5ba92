import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { createEncoders } from '@tintype/video/encoders';
import t from 'tap';

// As npm leaves it with --omit=optional.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('@ffmpeg.wasm/')) return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package ${specifier}`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
  },
});

t.test('without the optional packages and without ffmpeg', async (t) => {
  const encoders = createEncoders({ env: {}, tempDir: tmpdir() });
  const { signal } = new AbortController();
  const frames = { width: 64, height: 48, fps: 30 };
  await t.rejects(encoders.open({ ...frames, format: 'avi' }, { signal }), {
    code: 'unsupported',
    status: 400,
    message:
      /no encoder for avi at 64 x 48: there is no ffmpeg in PATH; @ffmpeg\.wasm\/main and @ffmpeg\.wasm\/core-st are not installed\. Install/,
  });
  t.match(await encoders.describe(), {
    mp4: { encoder: 'none', note: /the browser does not encode it/ },
    avi: { encoder: 'none', note: /not installed/ },
    gif: { encoder: 'sharp' },
  });
  const gif = await encoders.open({ ...frames, format: 'gif' }, { signal });
  t.equal(gif.name, 'sharp', 'what needs neither works');
  await gif.abort();
});
