import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import { compare, compareImages } from './compare.ts';

const image = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const text = (body: string, mediaType = 'text/markdown') => ({
  body: Buffer.from(body),
  mediaType,
});

t.test('the event loop continues while images are compared', async (t) => {
  const [before, after] = [await image(3000, 2000, '#f00'), await image(3000, 2000, '#00f')];
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const { overlay, similarity, ...about } = await compareImages(before, after);
  isDone = true;
  const size = { width: 3000, height: 2000 };
  const area = { x: 0, y: 0, ...size };
  t.same(about, {
    type: 'image',
    same: false,
    changed: 1,
    size: { before: size, after: size },
    regionCount: 1,
    regions: [{ type: 'colour', area, before: area, pixels: 6_000_000 }],
  });
  t.ok(similarity < 0.7, `similarity ${similarity}`);
  t.match(await sharp(overlay).metadata(), { format: 'png', ...size });
  t.ok(turns > 100, `${turns} turns of the event loop`);
});

t.test('rejects files that cannot be compared, and aborted calls', async (t) => {
  const [before, after] = [await image(100, 10, '#f00'), await image(10, 100, '#00f')];
  const controller = new AbortController();
  const left = compareImages(before, after, { signal: controller.signal });
  controller.abort(new Error('gone'));
  await t.rejects(left, { message: 'gone' });
  for (const body of [Buffer.from('text'), Buffer.alloc(0)]) {
    await t.rejects(compareImages(body, after), {
      code: 'invalid_request',
      message: /The earlier file is no image/,
    });
  }
  const png = { body: after, mediaType: 'image/png' };
  await t.rejects(compare(text('a'), png), {
    code: 'invalid_request',
    message: /got text\/markdown and image\/png/,
  });
  await t.rejects(compare(png, { body: after, mediaType: 'application/pdf' }), {
    code: 'invalid_request',
  });
  const long = text('a'.repeat(20_000_001));
  await t.rejects(compare(long, long), { code: 'invalid_request', message: /20000000 bytes/ });
  await t.rejects(compare(text('a'), text('b'), { ignoreText: ['('] }), {
    code: 'invalid_parameter',
    message: /ignoreText/,
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await t.rejects(compareImages(after, svg), { message: /The later file is no image/ });
  const latin = { body: Buffer.from('caf\u00e9', 'latin1'), mediaType: 'text/plain' };
  await t.rejects(compare(latin, latin), { message: /The earlier file is no text in utf-8/ });
  const declared = { ...latin, mediaType: 'Text/Plain; charset=ISO-8859-1' };
  t.match(await compare(declared, text('café')), { same: true });
});

const element = { selector: '#a', text: 'A', box: [0, 0, 1, 1] };

t.test('names regions after elements of the pages', async (t) => {
  const [red, blue] = [await image(90, 90, '#f00'), await image(90, 90, '#00f')];
  const page = (text: string) => ({
    elements: [
      { selector: 'body', text: 'Page', box: [0, 0, 500, 500] },
      { selector: '#price', text, box: [0, 0, 45, 45] },
    ],
  });
  const elements = { before: page('49 €'), after: page('45 €'), scale: 2 };
  const { regions } = await compareImages(red, blue, { elements });
  t.match(regions, [{ type: 'text', selector: '#price', text: { before: '49 €', after: '45 €' } }]);
});

t.test('rejects invalid options, which would make everything equal', async (t) => {
  const [red, blue] = [await image(9, 9, '#f00'), await image(9, 9, '#00f')];
  for (const options of [
    { threshold: Number.NaN },
    { threshold: 2 },
    { maxPixels: Number.NaN },
    { ignore: [{ x: Number.NaN, y: 0, width: 1, height: 1 }] },
    { ignore: [{ x: 0, y: 0 }] },
    { ignore: Array.from({ length: 101 }, () => ({ x: 0, y: 0, width: 1, height: 1 })) },
    { ignoreText: 'a' },
    { sideBySide: 'no' },
    { elements: { scale: 0 } },
    { elements: { before: {} } },
    { elements: { after: { elements: [{ selector: '#a', box: [0, 0, 1] }] } } },
    { elements: { after: { elements: [{ selector: '#a', text: 1, box: [0, 0, 1, 1] }] } } },
    { elements: { after: { elements: Array.from({ length: 5001 }, () => element) } } },
  ]) {
    const given = options as Parameters<typeof compareImages>[2];
    await t.rejects(compareImages(red, blue, given), { code: 'invalid_parameter' });
  }
  const areas = Array.from({ length: 101 }, () => ({ x: 0, y: 0, width: 1, height: 1 }));
  const png = { body: red, mediaType: 'image/png' };
  await t.rejects(compare({ ...png, ignored: areas }, png), {
    message: /^ignored must be at most 100/,
  });
  await t.rejects(compare(png, { ...png, receipt: { ignored: areas } }), { message: /^ignored/ });
  const whole = { x: 0, y: 0, width: 9, height: 9 };
  const after = { body: blue, mediaType: 'image/png' };
  for (const [one, other] of [
    [{ ...png, receipt: { ignored: [whole] } }, after],
    [png, { ...after, ignored: [whole] }],
  ] as const) {
    t.equal((await compare(one, other)).same, true);
  }
  const body = 'a' as unknown as Uint8Array;
  await t.rejects(compare({ body, mediaType: 'text/plain' }, text('a')), {
    code: 'invalid_request',
    message: /must be a Uint8Array/,
  });
});

t.test('an endless regular expression does not block the program', async (t) => {
  const controller = new AbortController();
  const long = text('a'.repeat(40));
  const options = { ignoreText: ['^(a+)+$'], signal: controller.signal };
  const compared = compare(text(`${'a'.repeat(40)}b`), long, options);
  setTimeout(() => controller.abort(new Error('enough')), 1000);
  await t.rejects(compared, { message: 'enough' });
});

// They took longer than a comparison may, when each region was read again.
t.test('many large regions that overlap are compared within the limit', async (t) => {
  const side = 5000;
  const lines = Array.from({ length: 200 }, (_, at) => {
    const y = at * 48 - side;
    return `<path d="M 0 ${y} l ${side} ${side}" stroke="#000" stroke-width="2"/>`;
  }).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#fff"/>${lines}</svg>`;
  const after = await sharp(Buffer.from(svg)).png().toBuffer();
  const { regionCount, regions } = await compareImages(await image(side, side, '#fff'), after);
  t.ok(regionCount > 100, `${regionCount} regions`);
  t.equal(regions.length, 100);
});

t.test('compares texts, and JSON by its values', async (t) => {
  const json = (body: string) => text(body, 'application/json; charset=utf-8');
  t.match(await compare(json('{"a":1,"b":[2]}'), json('{"b":[2],"a":1}')), { same: true });
  t.match(await compare(json('{"a":1,"b":[2]}'), json('{"b":[3],"a":1}')), {
    type: 'text',
    added: 1,
    removed: 1,
  });
  for (const [before, after] of [
    ['[1900000000000000001]', '[1900000000000000002]'],
    ['[1e400]', '[null]'],
  ] as const) {
    t.match(await compare(json(before), json(after)), { same: false }, before);
  }
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  t.match(await compare(json(deep), json(`${deep} `)), { same: true }, 'compared as text');
});
