import type { MonitorNoise, Watch } from '@tintype/contract/wire';
import { checkValue } from '@tintype/contract/read';
import { quadrantImage, solidImage } from '@tintype/testkit';
import sharp from 'sharp';
import t from 'tap';
import type { Difference } from './assessment.ts';
import { createCompareSnapshots } from './compare-snapshots.ts';
import type { Snapshot } from './monitor-state.ts';
import { watchField } from './watch-field.ts';

const files = new Map<string, Uint8Array>();
/** Names of the files that were read, in order. */
const reads: string[] = [];

function comparing(given: object) {
  const { value } = checkValue(watchField, given, 'watch') as { value: Watch };
  const { signal } = new AbortController();
  const compare = createCompareSnapshots({
    watch: value,
    read: async ({ name }) => {
      reads.push(name);
      return files.get(name);
    },
    signal,
  });
  return compare as (...args: Parameters<typeof compare>) => Promise<Difference>;
}

const page = (details: Partial<Snapshot>): Snapshot => ({ request: 'id', at: 0, ...details });

t.test('all areas of noise are left out, also of elements and beside ignored ones', async (t) => {
  files.set('before', await solidImage([255, 0, 0, 255], 80, 80));
  files.set('after', await quadrantImage(80, 80));
  const image = (name: string) => ({ image: { name, extension: 'png', mediaType: 'image/png' } });
  const area = { x: 0, y: 0, width: 1, height: 1 };
  const compare = comparing({ on: 'visual', ignore: Array.from({ length: 50 }, () => area) });
  const [before, after] = [page(image('before')), page({ ...image('after'), ignored: [area] })];
  const { visual, noise, size } = await compare(before, after, []);
  t.equal(visual?.changed, 0.75);
  t.ok(noise.length > 0);
  t.same(size, { width: 80, height: 80 });
  const known: MonitorNoise[] = [
    { area: { x: 40, y: 0, width: 40, height: 80 }, selector: '#ad' },
    { area: { x: 0, y: 40, width: 40, height: 40 } },
  ];
  t.match(await compare(before, after, known), { score: 0, visual: { changed: 0 } });
  const more = Array.from({ length: 48 }, () => ({ area }));
  t.match(await compare(before, after, [...more, ...known]), { score: 0 }, '100 areas');
  t.equal(await compare(page(image('lost')), after, []), 'gone');
});

t.test('details that differ between two loads are no change', async (t) => {
  const inbox = (count: number, icon: string, status = '200') =>
    page({ status, metadata: { title: `(${count}) Inbox`, icon } });
  const compare = comparing({ on: 'metadata' });
  const loads = await compare(inbox(2, 'b'), inbox(3, 'b'), []);
  t.match(loads, { score: 1, metadata: { title: { before: '(2) Inbox', after: '(3) Inbox' } } });
  const same = await compare(inbox(1, 'b'), inbox(3, 'b'), [], loads);
  t.match(same, { score: 0 });
  t.notOk('metadata' in same);
  const change = await compare(inbox(1, 'a'), inbox(3, 'b'), [], loads);
  t.same(change.metadata, { icon: { before: 'a', after: 'b' } });
  const status = await compare(inbox(1, 'b', '404'), inbox(1, 'b', '200'), []);
  t.match(status, { score: 1, status: { before: '404', after: '200' } });
  t.match(await compare(inbox(1, 'b', '500'), inbox(1, 'b'), [], status), { score: 0 });
});

t.test('an image that cannot be compared does not hide the text', async (t) => {
  files.set('broken', Buffer.from('no image'));
  for (const text of ['old', 'new']) files.set(text, Buffer.from(text));
  const image = { name: 'broken', extension: 'png', mediaType: 'image/png' };
  const load = (name: string) =>
    page({ image, text: { name, extension: 'md', mediaType: 'text/markdown' } });
  const any = comparing({ on: 'any' });
  const note = /^The image was not compared: The earlier file is no image/;
  t.match(await any(load('old'), load('new'), []), { score: 1, text: { changed: 1 }, note });
  t.match(await any(load('old'), load('old'), []), { score: 0, note });
  const visual = comparing({ on: 'visual' })(load('old'), load('new'), []);
  await t.rejects(visual, { code: 'invalid_request' });
});

t.test('the text of an element whose image differs each time is no change', async (t) => {
  for (const name of ['one', 'two']) {
    files.set(name, Buffer.from(`# Shop\n\n${name}\n`));
    const element = { selector: '#quote', text: name, box: [0, 0, 80, 20] };
    files.set(`${name}.json`, Buffer.from(JSON.stringify({ width: 80, elements: [element] })));
  }
  const load = (name: string) =>
    page({
      text: { name, extension: 'md', mediaType: 'text/markdown' },
      elements: { name: `${name}.json`, extension: 'json', mediaType: 'application/json' },
    });
  const compare = comparing({ on: 'text' });
  t.match(await compare(load('one'), load('two'), []), { text: { added: 1, removed: 1 } });
  const known = { selector: '#quote', area: { x: 0, y: 0, width: 80, height: 20 } };
  t.match(await compare(load('one'), load('two'), [known]), { score: 0 });
  for (const name of ['one', 'two']) {
    const elements = [{ selector: 'body > div > p', text: name, box: [0, 0, 80, 20] }];
    files.set(`${name}.json`, Buffer.from(JSON.stringify({ width: 80, elements })));
  }
  const around = { ...known, selector: 'body > div' };
  t.match(await compare(load('one'), load('two'), [around]), { score: 0 }, 'in an element');
  const beside = { selector: 'body > div', area: { x: 0, y: 0, width: 80, height: 10 } };
  t.match(
    await compare(load('one'), load('two'), [beside]),
    { text: { added: 1 } },
    'not in the area',
  );
});

t.test('a file is read once for a comparison', async (t) => {
  const elements = [{ selector: '#ad', text: 'Ad', box: [0, 0, 8, 8] }];
  const load = async (name: string, colour: [number, number, number, number]) => {
    files.set(`${name}.png`, await solidImage(colour, 80, 80));
    files.set(`${name}.md`, Buffer.from(name));
    files.set(`${name}.json`, Buffer.from(JSON.stringify({ width: 80, elements })));
    const file = (extension: string, mediaType: string) => ({
      name: `${name}.${extension}`,
      extension,
      mediaType,
    });
    return page({
      image: file('png', 'image/png'),
      text: file('md', 'text/markdown'),
      elements: file('json', 'application/json'),
    });
  };
  const [before, after] = [
    await load('old', [255, 0, 0, 255]),
    await load('new', [0, 0, 255, 255]),
  ];
  const known = { selector: '#ad', area: { x: 0, y: 0, width: 8, height: 8 } };
  reads.length = 0;
  t.match(await comparing({ on: 'any' })(before, after, [known]), { visual: {}, text: {} });
  const all = ['old', 'new'].flatMap((name) =>
    ['png', 'md', 'json'].map((type) => `${name}.${type}`),
  );
  t.same(reads.toSorted(), all.toSorted());
});

t.test('the rest of a line beside an area of noise is no change', async (t) => {
  const bar = { create: { width: 3, height: 10, channels: 3 as const, background: '#000' } };
  const draw = (x: number, top: number) =>
    sharp({ create: { width: 200, height: 80, channels: 3, background: '#fff' } })
      .composite([0, 7, 16, 21, 33, 40].map((at) => ({ input: bar, left: x + at, top })))
      .png()
      .toBuffer();
  files.set('nine', await draw(72, 20));
  files.set('ten', await draw(70, 20));
  files.set('lower', await draw(70, 60));
  const load = (name: string) =>
    page({ image: { name, extension: 'png', mediaType: 'image/png' } });
  const compare = comparing({ on: 'visual' });
  const known = { area: { x: 20, y: 16, width: 50, height: 18 } };
  t.match(await compare(load('nine'), load('ten'), []), { visual: { region_count: 1 } });
  t.match(await compare(load('nine'), load('ten'), [known]), { score: 0 });
  t.match(await compare(load('nine'), load('lower'), [known]), { visual: { region_count: 2 } });
});
