import t from 'tap';
import { summarise } from './doctor-video.ts';

t.test('summarises one encoder for all formats', async (t) => {
  const encoder = 'ffmpeg 7.1';
  const check = summarise({
    mp4: { encoder, codec: 'libx264' },
    mov: { encoder, codec: 'libx264' },
    webm: { encoder, codec: 'libvpx-vp9' },
    avi: { encoder, codec: 'mpeg4' },
    gif: { encoder, codec: 'gif', isTransparent: true },
    webp: { encoder, codec: 'libwebp_anim', isTransparent: true },
  });
  t.same(check, {
    state: 'ok',
    text: 'mp4, mov, webm, avi, gif, webp by ffmpeg 7.1 (libx264, libvpx-vp9, mpeg4, gif, libwebp_anim); transparent: gif, webp',
  });
});

t.test('a warning names the missing part, the reason, and the fix', async (t) => {
  const note = 'there is no ffmpeg in PATH';
  const { state, text, fix } = summarise({
    mp4: { encoder: 'WebCodecs', note },
    mov: { encoder: 'WebCodecs', note },
    webm: { encoder: 'WebCodecs', note },
    avi: { encoder: 'none', note: `${note}; @ffmpeg.wasm/main is not installed` },
    gif: { encoder: 'sharp', note },
    webp: { encoder: 'sharp', note },
  });
  t.equal(state, 'warning');
  t.match(text, 'mp4, mov, webm by WebCodecs; no encoder for avi; gif, webp by sharp.');
  t.match(text, 'there is no ffmpeg in PATH');
  t.match(text, '@ffmpeg.wasm/main is not installed');
  if (['linux', 'darwin', 'win32'].includes(process.platform)) t.match(fix, 'ffmpeg');
});
