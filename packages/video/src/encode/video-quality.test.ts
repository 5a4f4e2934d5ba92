import t from 'tap';
import { atQuality, bitsPerSecond } from './video-quality.ts';

t.test('a quality is between the worst and the best value of a setting', async (t) => {
  const crf = (quality?: number) => atQuality([44, 20, 8], quality);
  t.equal(crf(), 20);
  t.equal(crf(75), 20);
  t.equal(crf(1), 44);
  t.equal(crf(100), 8);
  t.equal(crf(38), 32);
  for (let quality = 2; quality <= 100; quality += 1) t.ok(crf(quality) < crf(quality - 1));
});

t.test('a rate grows with the quality and the pixels', async (t) => {
  const frames = { width: 1280, height: 720, fps: 30, format: 'mp4' } as const;
  t.equal(bitsPerSecond(frames), 2_764_800);
  t.equal(bitsPerSecond({ ...frames, quality: 1 }), 276_480);
  t.equal(bitsPerSecond({ ...frames, quality: 100 }), 11_059_200);
  t.equal(bitsPerSecond({ ...frames, width: 100, height: 100 }), 1_000_000);
  t.equal(bitsPerSecond({ ...frames, bitrate: 700 }), 700_000);
});
