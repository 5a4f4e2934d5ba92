import t from 'tap';
import { videoSize } from './video-size.ts';

const frames = { width: 801, height: 600, fps: 30 };
t.test('sides fit the format', async (t) => {
  t.same(videoSize({ ...frames, format: 'mp4' }), { width: 802, height: 600 });
  t.same(videoSize({ ...frames, width: 800, format: 'webm' }), { width: 800, height: 600 });
  t.same(
    videoSize({ ...frames, format: 'gif' }),
    { width: 801, height: 600 },
    'GIF keeps odd sides',
  );
  t.same(videoSize({ ...frames, height: 1, format: 'webp' }), { width: 801, height: 1 });
  t.same(videoSize({ width: 1, height: 1, fps: 1, format: 'avi' }), { width: 2, height: 2 });
});
