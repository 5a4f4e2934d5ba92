import t from 'tap';
import type { Area, PageElement, Region } from '../comparison.ts';
import { nameRegion } from './name-region.ts';

const at = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height });
const element = (
  selector: string,
  { x, y, width, height }: Area,
  text?: string,
  image?: string,
): PageElement => ({
  selector,
  box: [x, y, width, height],
  ...(text !== undefined && { text }),
  ...(image !== undefined && { image }),
});

/** Names a region that both images have, or one of them. */
const nameOf = (
  { type, area, isWhole = false, before = area }: Partial<Region> & { isWhole?: boolean },
  elements: { before?: PageElement[]; after?: PageElement[]; scale?: number },
) => {
  const place = area ?? at(0, 0, 10, 10);
  const region: Region = { type: type ?? 'changed', area: place, pixels: 1 };
  const places =
    isWhole && type === 'added'
      ? { after: place }
      : isWhole && type === 'removed'
        ? { before: place }
        : { before: before ?? place, after: place };
  const side = (list: PageElement[] | undefined) => list && { elements: list };
  const given = {
    before: side(elements.before),
    after: side(elements.after),
    ...(elements.scale !== undefined && { scale: elements.scale }),
  };
  return nameRegion({ region, area: place, isWhole, places }, given).region;
};

const body = element('body', at(0, 0, 800, 600), 'All of it');
const price = (text: string, width = 60) => element('#price', at(100, 200, width, 20), text);

t.test('a region has the selector and the text of the smallest element around it', (t) => {
  const region = nameOf(
    { area: at(130, 202, 10, 14) },
    { before: [body, price('49 €')], after: [body, price('45 €')] },
  );
  t.match(region, {
    type: 'text',
    selector: '#price',
    text: { before: '49 €', after: '45 €' },
    before: at(130, 202, 10, 14),
  });
  const scaled = nameOf(
    { area: at(260, 404, 20, 28) },
    { before: [body, price('49 €')], after: [body, price('45 €')], scale: 2 },
  );
  t.match(scaled, { selector: '#price', area: at(260, 404, 20, 28) });
  t.end();
});

t.test('an element with the same text keeps the type of the region', (t) => {
  const region = nameOf(
    { area: at(130, 202, 10, 14), type: 'colour' },
    { before: [price('49 €')], after: [price('49 €')] },
  );
  t.match(region, { type: 'colour', selector: '#price', text: { before: '49 €', after: '49 €' } });
  t.end();
});

t.test('a text that became longer is found on both sides', (t) => {
  const area = at(160, 200, 100, 20);
  const region = nameOf(
    { area, type: 'added' },
    { before: [price('49 €')], after: [price('49 € with tax', 160)] },
  );
  t.match(region, { type: 'text', before: area, text: { before: '49 €', after: '49 € with tax' } });
  const wider = nameOf(
    { area: at(100, 200, 160, 20), type: 'changed' },
    { before: [price('49 €')], after: [price('45 € with tax', 160)] },
  );
  t.match(wider, { type: 'text', text: { before: '49 €', after: '45 € with tax' } });
  t.end();
});

t.test('a region in an image of both pages is one of type image', (t) => {
  const hero = (image: string) => element('#hero', at(0, 0, 300, 200), undefined, image);
  const region = nameOf(
    { area: at(20, 20, 100, 100) },
    { before: [hero('a.png')], after: [hero('a.png')] },
  );
  t.match(region, { type: 'image', selector: '#hero', text: undefined });
  t.end();
});

t.test('what only one page has keeps its type', (t) => {
  const banner = element('.sale', at(0, 10, 700, 30), 'Winter sale');
  const added = nameOf(
    { area: at(0, 0, 800, 50), type: 'added', isWhole: true },
    { before: [price('49 €')], after: [banner, price('49 €')] },
  );
  t.match(added, { type: 'added', selector: '.sale', text: { after: 'Winter sale' } });
  t.equal(added.text?.before, undefined);
  const removed = nameOf(
    { area: at(0, 0, 800, 50), type: 'removed', isWhole: true },
    { before: [banner], after: [] },
  );
  t.match(removed, { type: 'removed', selector: '.sale', text: { before: 'Winter sale' } });
  t.end();
});

t.test('of several elements within a region, one that differs names it', (t) => {
  const cells = (last: string) => [
    body,
    element('td.name', at(100, 100, 200, 20), 'Lamp'),
    element('td.stock', at(310, 100, 50, 20), last),
  ];
  const region = nameOf({ area: at(100, 100, 260, 20) }, { before: cells('5'), after: cells('4') });
  t.match(region, { type: 'text', selector: 'td.stock', text: { before: '5', after: '4' } });
  t.end();
});

t.test('a page around a region is no counterpart of a small element', (t) => {
  const note = element('#note', at(100, 100, 80, 20), 'New');
  const region = nameOf(
    { area: at(102, 102, 60, 14), type: 'added' },
    { before: [body], after: [body, note] },
  );
  t.match(region, { type: 'added', selector: '#note', text: { after: 'New' } });
  t.equal(region.text?.before, undefined);
  t.end();
});

t.test('without elements, and beside all of them, regions have no names', (t) => {
  const area = at(400, 400, 10, 10);
  for (const elements of [{}, { before: [price('1')], after: [price('2')] }, { after: [] }]) {
    t.strictSame(nameOf({ area }, elements), { type: 'changed', area, pixels: 1 });
  }
  t.end();
});

t.test('names have limits', (t) => {
  const long = price('x'.repeat(1000));
  const region = nameOf({ area: at(110, 202, 10, 14) }, { before: [long], after: [long] });
  t.equal(region.text?.after?.length, 120);
  const selector = `#${'x'.repeat(1000)}`;
  const deep = nameOf({ area: at(110, 202, 10, 14) }, { after: [{ ...long, selector }] });
  t.equal(deep.selector, undefined);
  t.end();
});
