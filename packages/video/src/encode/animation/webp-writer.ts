import type { FrameFormat } from '../encoder.ts';
import { atQuality, webpQuality } from '../video-quality.ts';
import type { AnimationWriter } from './animation-writer.ts';

/** Writes an animated WebP: https://developers.google.com/speed/webp/docs/riff_container. */
export function createWebpWriter({
  width,
  height,
  quality,
  alpha = false,
}: FrameFormat): AnimationWriter {
  const frames: Buffer[] = [];
  return {
    ticksPerSecond: 1000,
    // Chromium: up to 10 ms.
    minTicks: 11,
    grid: 2,
    isWhole: false,
    encode: (part) =>
      part.webp({ quality: Math.round(atQuality(webpQuality, quality)), effort: 1 }).toBuffer(),
    add(encoded, area, ticks) {
      const head = Buffer.alloc(16);
      head.writeUIntLE(area.left / 2, 0, 3);
      head.writeUIntLE(area.top / 2, 3, 3);
      head.writeUIntLE(area.width - 1, 6, 3);
      head.writeUIntLE(area.height - 1, 9, 3);
      head.writeUIntLE(ticks, 12, 3);
      // Replaces the previous image; nothing is cleared afterwards.
      head[15] = 0b10;
      frames.push(chunk('ANMF', Buffer.concat([head, ...imageChunks(encoded)])));
    },
    finish() {
      const canvas = Buffer.alloc(10);
      // Has an animation, and possibly transparency.
      canvas[0] = alpha ? 0b1_0010 : 0b10;
      canvas.writeUIntLE(width - 1, 4, 3);
      canvas.writeUIntLE(height - 1, 7, 3);
      // White or nothing behind, repeated without end.
      const animation = Buffer.from([255, 255, 255, alpha ? 0 : 255, 0, 0]);
      const body = [
        Buffer.from('WEBP'),
        chunk('VP8X', canvas),
        chunk('ANIM', animation),
        ...frames,
      ];
      return chunk('RIFF', Buffer.concat(body));
    },
  };
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.byteLength, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.byteLength % 2)]);
}

/** The chunks of a still WebP that hold its pixels. */
function imageChunks(file: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 12; at < file.byteLength;) {
    const bytes = file.readUInt32LE(at + 4);
    const end = at + 8 + bytes + (bytes % 2);
    const name = file.toString('latin1', at, at + 4);
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ALPH') chunks.push(file.subarray(at, end));
    at = end;
  }
  return chunks;
}
