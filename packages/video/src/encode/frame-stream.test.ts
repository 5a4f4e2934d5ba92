import t from 'tap';
import { createFrameStream } from './frame-stream.ts';

const frames = { width: 101, height: 75, fps: 30, format: 'mp4' } as const;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Elements of one level, by their names in hex. The head says how long a name and a size are. */
function elements(bytes: Buffer): Map<string, Buffer[]> {
  const found = new Map<string, Buffer[]>();
  for (let at = 0; at < bytes.byteLength;) {
    const idBytes = Math.clz32(bytes[at]! << 24) + 1;
    const name = bytes.toString('hex', at, at + idBytes);
    at += idBytes;
    const size = bytes.readBigUInt64BE(at) & 0xff_ffff_ffff_ffffn;
    at += 8;
    // The segment goes on to the end.
    const end = size === 0xff_ffff_ffff_ffffn ? bytes.byteLength : at + Number(size);
    found.set(name, [...(found.get(name) ?? []), bytes.subarray(at, end)]);
    at = end;
  }
  return found;
}

t.test('an image keeps its time', (t) => {
  const stream = createFrameStream(frames);
  const chunks = [...stream.frame(jpeg, 0), ...stream.frame(jpeg, 300)];
  const file = elements(Buffer.concat(chunks));
  t.equal(elements(file.get('1a45dfa3')![0]!).get('4282')![0]!.toString(), 'matroska');
  const segment = elements(file.get('18538067')![0]!);
  const scale = elements(segment.get('1549a966')![0]!).get('2ad7b1')![0]!;
  t.equal(scale.readUIntBE(0, scale.byteLength), 33_333_333, 'a tick is a frame');
  const track = elements(elements(segment.get('1654ae6b')![0]!).get('ae')![0]!);
  t.equal(track.get('86')![0]!.toString(), 'V_MJPEG');
  const video = elements(track.get('e0')![0]!);
  t.same([video.get('b0')![0]![0], video.get('ba')![0]![0]], [101, 75]);
  const clusters = segment.get('1f43b675')!.map(elements);
  const positions = clusters.map((cluster) => {
    const time = cluster.get('e7')![0]!;
    return time.readUIntBE(0, time.byteLength);
  });
  t.same(positions, [0, 300]);
  for (const cluster of clusters) {
    const block = cluster.get('a3')![0]!;
    t.same(block.subarray(0, 4), Buffer.from([0x81, 0, 0, 0x80]));
    t.same(block.subarray(4), jpeg, 'the image unchanged');
  }
  t.end();
});

t.test('the header comes once, and says whether they are PNG', (t) => {
  const stream = createFrameStream(frames);
  const [first = Buffer.alloc(0)] = stream.frame(png, 0);
  const [second = Buffer.alloc(0)] = stream.frame(png, 1);
  t.ok(Buffer.from(first).includes('MPNG'));
  t.notOk(Buffer.from(second).includes('matroska'));
  t.end();
});
