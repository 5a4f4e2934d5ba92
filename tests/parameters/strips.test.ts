import {
  bands,
  cellColour,
  createFixtureServer,
  type DecodedImage,
  inDepth,
  isClose,
  readPixels,
} from '@tintype/testkit';
import { createScreenshotCapture, type StripLimits } from '@tintype/core';
import t from 'tap';
import { createRenderer } from 'tintype';

// An image in strips costs seconds at its real size, so that here strips are small.
const limits: StripLimits = { singleShotPixels: 200_000, stripPixels: 100_000 };
const small = createScreenshotCapture(limits);
let shotCount = 0;
let shot: { body: Uint8Array; imageSize?: { width: number; height: number } } | undefined;

const server = await createFixtureServer();
const renderer = createRenderer({
  egress: { allow: ['127.0.0.1'] },
  concurrency: 1,
  spares: 0,
  plugins: [
    {
      name: 'small-strips',
      hooks: {
        async beforeCapture(page, request, context) {
          shotCount = 0;
          const session: typeof page.session = {
            ...page.session,
            sendForBytes(method, params) {
              shotCount += 1;
              return page.session.sendForBytes(method, params);
            },
          };
          if (request.kind !== 'screenshot') throw new TypeError(request.kind);
          shot = await (await small.capture({ ...page, session }, request, context))();
        },
      },
    },
  ],
});
t.teardown(async () => {
  await renderer.stop();
  await server.close();
});

/** The image in strips, and as the browser makes it in one go. */
async function shoot(parameters: Record<string, unknown>) {
  const result = await renderer.render({ kind: 'screenshot', ...parameters } as never);
  if (!shot) throw new Error('nothing was taken in strips');
  const [inStrips, whole] = await Promise.all([readPixels(shot.body), readPixels(result.body)]);
  return { inStrips, whole, imageSize: shot.imageSize };
}

const bandHeight = 8;

/**
 * Where the image in strips is another one than the browser makes in one go, or shows another band
 * of the page.
 */
function differences(
  inStrips: DecodedImage,
  whole: DecodedImage,
  scale: number,
  tolerance: number,
) {
  const wrong: string[] = [];
  for (let y = 0; y < inStrips.height; y += 1) {
    // Next to an edge, colours of both bands are mixed; formats that lose something mix more of
    // them.
    const band = Math.floor((y + 0.5) / scale / bandHeight);
    const isInside = (reach: number) =>
      [y - reach, y + 1 + reach].every((row) => Math.floor(row / scale / bandHeight) === band);
    if (tolerance > 0 && !isInside(3)) continue;
    // The last column of a fractional width is half of the page, and its colour mixed with that of
    // its neighbours by what loses something.
    const right = inStrips.width - (tolerance > 0 ? 4 : 1);
    for (const x of [0, right]) {
      const found = inStrips.at(x, y);
      const expected = whole.at(x, y);
      if (!isClose(found, expected, tolerance))
        wrong.push(`${x},${y}: ${found.join(' ')}, in one go ${expected.join(' ')}`);
    }
    if (y < inStrips.height - 1 && isInside(1)) {
      if (!isClose(inStrips.at(0, y), cellColour(0, band), tolerance))
        wrong.push(`row ${y}: ${inStrips.at(0, y).join(' ')} is not band ${band}`);
    }
  }
  return wrong.slice(0, 5);
}

const scales = [1, 1.25, 4 / 3, 1.5, 2, 2.625, 3];
const formats = [
  { format: 'png', tolerance: 0 },
  { format: 'webp', tolerance: 40 },
  { format: 'jpeg', tolerance: 40 },
];

for (const [index, scale] of scales.entries()) {
  const { format, tolerance } = formats[index % formats.length]!;
  // One scale in each format.
  if (![1.5, 2, 2.625].includes(scale) && !inDepth(t, `${scale} as ${format}`)) continue;
  // Three strips and more, and a height of any rest.
  const width = 40 + Math.floor(Math.random() * 100);
  const least = (3.2 * limits.stripPixels) / (width * scale * scale);
  const height = Math.floor(least * (1 + Math.random() / 2));
  t.test(`${width} x ${height} px at ${scale} as ${format}: each row`, async (t) => {
    const url = server.page(`/${width}-${height}`, bands(width, height, bandHeight));
    const { inStrips, whole, imageSize } = await shoot({
      url,
      format,
      image_quality: 100,
      viewport_width: width,
      viewport_height: 100,
      device_scale_factor: scale,
      full_page: true,
    });
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    t.match(inStrips, size);
    t.same(imageSize, size);
    t.match(whole, size);
    t.same(differences(inStrips, whole, scale, tolerance), []);
  });
}

const scrolledPages = {
  'from the left': '',
  'from the right': '<html dir=rtl>',
  'wider than the viewport': '<style>main{width:2000px}</style>',
};

for (const [name, extra] of Object.entries(scrolledPages))
  if (name === 'from the right' || inDepth(t, name))
    t.test(`the viewport of a page that has scrolled, ${name}`, async (t) => {
      const url = server.page(
        `/scrolled-${name.replaceAll(' ', '-')}`,
        `<!doctype html>${extra}<style>body{margin:0}main{height:5000px;background:linear-gradient(30deg,red,blue,lime)}
nav{position:fixed;top:0;height:40px;width:90%;background:#ff0}footer{position:fixed;bottom:0;height:30px;width:80%;background:#0ff}
aside{position:sticky;top:50px;height:25px;background:#f0f;width:300px}
</style><nav></nav><main><aside></aside></main><footer></footer><script>scrollTo(0, 777)</script>`,
      );
      const { inStrips, whole } = await shoot({
        url,
        format: 'png',
        viewport_width: 700,
        viewport_height: 500,
        device_scale_factor: 1.5,
      });
      t.match(inStrips, { width: 1050, height: 750 });
      t.ok(shotCount > 2, `${shotCount} strips`);
      t.equal(
        whole.count([255, 255, 0, 255]),
        inStrips.count([255, 255, 0, 255]),
        'the bar at the top',
      );
      t.same(differentRows(inStrips, whole), []);
    });

/** Rows that differ by more than rounding. */
function differentRows(one: DecodedImage, other: DecodedImage): number[] {
  const rows = Array.from({ length: one.height }, (_, y) => y);
  const columns = Array.from({ length: one.width }, (_, x) => x);
  const rowOf = ({ data, width }: DecodedImage, y: number) =>
    data.subarray(y * width * 4, (y + 1) * width * 4);
  return rows
    .filter((y) => Buffer.compare(rowOf(one, y), rowOf(other, y)) !== 0)
    .filter((y) => columns.some((x) => !isClose(one.at(x, y), other.at(x, y), 2)))
    .slice(0, 5);
}
