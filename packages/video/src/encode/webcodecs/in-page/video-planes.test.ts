import t from 'tap';
import { planesOfJpeg, planesOfRgba, type PlaneSizes } from './video-planes.ts';

type Triple = [number, number, number];

/** BT.601 with full range, as JFIF says. */
function jpegOf([r, g, b]: Triple): Triple {
  const y = 0.299 * r + 0.587 * g + 0.114 * b;
  return [y, 128 + (b - y) / 1.772, 128 + (r - y) / 1.402];
}

/** BT.709 with limited range. */
function videoOf([r, g, b]: Triple): Triple {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const chroma = 224 / 255;
  return [
    16 + (219 / 255) * y,
    128 + (chroma * (b - y)) / 1.8556,
    128 + (chroma * (r - y)) / 1.5748,
  ];
}

const even: PlaneSizes = { width: 4, height: 4, videoWidth: 4, videoHeight: 4 };
const odd: PlaneSizes = { width: 3, height: 3, videoWidth: 4, videoHeight: 4 };
const colours: Triple[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
  [220, 30, 40],
];

for (const sizes of [even, odd]) {
  for (const colour of colours) {
    const wanted = videoOf(colour);
    const video = new Uint8ClampedArray(24);
    const isWanted = () =>
      video.every((value, at) => Math.abs(value - wanted[at < 16 ? 0 : at < 20 ? 1 : 2]) <= 1.6);

    const [y, u, v] = jpegOf(colour).map((value) => Math.min(255, Math.max(0, Math.round(value))));
    const planes = new Uint8Array(64).fill(99);
    // A stride that is larger than the row, as decoders like it.
    for (let row = 0; row < sizes.height; row += 1) planes.fill(y!, row * 8, row * 8 + sizes.width);
    for (const row of [0, 1]) {
      planes.fill(u!, 40 + row * 4, 42 + row * 4);
      planes.fill(v!, 48 + row * 4, 50 + row * 4);
    }
    const layout = [
      { offset: 0, stride: 8 },
      { offset: 40, stride: 4 },
      { offset: 48, stride: 4 },
    ] as const;
    planesOfJpeg(planes, layout, sizes, video);
    t.ok(isWanted(), `planes of ${colour} at ${sizes.width} x ${sizes.height}: ${video}`);

    const pixels = Array.from({ length: sizes.width * sizes.height }, () => [...colour, 255]);
    planesOfRgba(Uint8Array.from(pixels.flat()), sizes, video.fill(0));
    t.ok(isWanted(), `pixels of ${colour} at ${sizes.width} x ${sizes.height}: ${video}`);
  }
}

t.test('an added column is a copy of the last', (t) => {
  const luma = [10, 20, 30, 11, 21, 31, 12, 22, 32];
  const source = Uint8Array.from([...luma, 128, 128, 128, 128, 128, 128, 128, 128]);
  const video = new Uint8ClampedArray(24);
  const layout = [
    { offset: 0, stride: 3 },
    { offset: 9, stride: 2 },
    { offset: 13, stride: 2 },
  ] as const;
  planesOfJpeg(source, layout, odd, video);
  const limited = (value: number) => Math.round(16 + (219 / 255) * value);
  const rows = [
    [10, 20, 30, 30],
    [11, 21, 31, 31],
    [12, 22, 32, 32],
    [12, 22, 32, 32],
  ];
  t.same([...video.subarray(0, 16)], rows.flat().map(limited));
  t.end();
});
