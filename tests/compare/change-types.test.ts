import { readFileSync } from 'node:fs';
import { compare, type Region } from '@tintype/compare';
import { solidImage, quadrantImage } from '@tintype/testkit';
import t from 'tap';
import type { RenderResult } from 'tintype';
import { createLab, type OpenedPage } from '../parameters/lab.ts';

const { server, open } = await createLab(t);

/** Types of the regions of two screenshots; empty if they are the same. */
type Seen = Region['type'][];

interface Change {
  before: string;
  after: string;
  /** Parameters of both pages. */
  with?: Record<string, unknown>;
  seen: Seen;
  /** Lines of Markdown that were added and removed. */
  lines: [added: number, removed: number];
  /** A selector of what differs: with `ignore_selectors`, nothing does. */
  ignored?: string;
  /** Of the later page; default 200. */
  status?: number;
  /** Modes of a monitor that report it, besides `visual`, `text` and `any`. */
  others?: ('metadata' | 'status' | 'selector')[];
  /** A monitor takes the page for a failure, unless it watches the status. */
  isFailure?: boolean;
}

const lamp = (colour: string) =>
  `<svg width="120" height="80"><rect width="120" height="80" fill="#eee"/><circle cx="60" cy="40" r="25" fill="${colour}"/></svg>`;
const story = (name: string) =>
  `<p id="${name}" style="background:${name};color:#fff;padding:12px">A story about ${name} things</p>`;
const photo = (body: Uint8Array) =>
  `<img alt="" src="data:image/png;base64,${Buffer.from(body).toString('base64')}">`;
const page = (content: string, style = '', title = 'Shop') =>
  `<!doctype html><title>${title}</title><style>body{margin:20px;font:16px sans-serif}${style}</style><h1>Desk lamp</h1><p>Steel, with a dimmer.</p>${content}<p>Ships in two days.</p>`;
const banner =
  '<div style="background:#fc0;padding:12px;margin:-20px -20px 20px">Winter sale</div>';
const consent =
  '<div id="consent" style="position:fixed;left:0;right:0;bottom:0;background:#024;color:#fff;padding:20px">We use cookies. <button>Accept</button></div>';

const animated =
  '.a{animation:20s linear forwards move}@keyframes move{to{transform:translateX(300px)}}';

const changes: Record<string, Change> = {
  'a word': {
    before: page('<p>Price: <b>49</b> EUR</p>'),
    after: page('<p>Price: <b>45</b> EUR</p>'),
    seen: ['changed'],
    lines: [1, 1],
    ignored: 'b',
    others: ['selector'],
  },
  'a title': {
    before: page(''),
    after: page('', '', 'Shop: sale'),
    seen: [],
    lines: [0, 0],
    others: ['metadata'],
  },
  'an image swapped': {
    before: page(photo(await quadrantImage(120, 80))),
    after: page(photo(await solidImage([0, 90, 160, 255], 120, 80))),
    seen: ['changed'],
    lines: [0, 0],
    ignored: 'img',
  },
  'a line of one pixel': {
    before: page('<div style="height:1px"></div>'),
    after: page('<div style="height:1px;background:#000"></div>'),
    seen: ['added'],
    lines: [0, 0],
  },
  'a colour': {
    before: page('<p style="color:#060">In stock</p>'),
    after: page('<p style="color:#b00">In stock</p>'),
    seen: ['colour'],
    lines: [0, 0],
  },
  'another font, because one is missing': {
    before: page('', 'h1{font-family:monospace}'),
    after: page('', 'h1{font-family:serif}'),
    seen: ['changed'],
    lines: [0, 0],
  },
  'a drawing in another colour': {
    before: page(lamp('#06c')),
    after: page(lamp('#c60')),
    seen: ['colour'],
    lines: [0, 0],
    ignored: 'svg',
  },
  'a banner above everything': {
    before: page(''),
    after: page('').replace('<h1>', `${banner}<h1>`),
    seen: ['added'],
    lines: [2, 0],
  },
  'blocks that change places': {
    before: page(story('navy') + story('olive') + story('maroon')),
    after: page(story('maroon') + story('navy') + story('olive')),
    seen: ['moved'],
    lines: [2, 2],
  },
  'a clock': {
    before: page('<p id="clock">10:41:07</p>'),
    after: page('<p id="clock">12:58:36</p>'),
    seen: ['changed'],
    lines: [1, 1],
    ignored: '#clock',
  },
  'an ad of another size': {
    before: page('<div class="slot" style="height:90px;background:#bdf">Shoes</div>'),
    after: page('<div class="slot" style="height:150px;background:#dfb">Trips</div>'),
    seen: ['changed', 'added'],
    lines: [1, 1],
    ignored: '.slot',
  },
  'a variant of an A/B test': {
    before: page('<a class="buy" style="background:#06c;color:#fff;padding:9px">Buy now</a>'),
    after: page('<a class="buy" style="background:#0a4;color:#fff;padding:9px">Add to cart</a>'),
    seen: ['changed'],
    lines: [1, 1],
    ignored: '.buy',
  },
  'a banner about cookies, which is closed': {
    before: page(''),
    after: page(consent),
    seen: [],
    lines: [0, 0],
  },
  'such a banner with `block_annoyance: none`': {
    before: page(''),
    after: page(consent),
    with: { block_annoyance: 'none' },
    seen: ['added'],
    lines: [2, 0],
    ignored: '#consent',
  },
  'an animation with an end': {
    before: page('<p class="a">New</p>', animated),
    after: page('<p class="a">New</p>', animated),
    seen: [],
    lines: [0, 0],
  },
  'an error page': {
    before: page(lamp('#06c')),
    after: '<!doctype html><title>503</title><h1>Service unavailable</h1><p>Try again later.</p>',
    seen: ['changed', 'removed'],
    lines: [2, 4],
    status: 503,
    others: ['metadata', 'status'],
    isFailure: true,
  },
};

const given = { viewport_width: 500, viewport_height: 500, deterministic: true };
const image = { kind: 'screenshot', format: 'png', metadata_title: true };
const text = { kind: 'scrape', format: 'md' };
/** Element of a monitor with `on: selector`. */
const watched = 'b';

for (const [name, change] of Object.entries(changes)) {
  t.test(name, async (t) => {
    const { before, after, status = 200, with: more, ignored, others = [] } = change;
    const path = `/${encodeURIComponent(name)}`;
    const load = (html: string, answer: number) => {
      const url = server.route(path, (_request, response) => {
        response.writeHead(answer, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
      return open({ url, ...given, ...more });
    };
    await using first = await load(before, 200);
    await using second = await load(after, status);
    const seen = await compared(first, second, image);
    const read = await compared(first, second, text);
    if (seen.type !== 'image' || read.type !== 'text') return t.fail('other types');
    const types = new Set(seen.regions.map(({ type }) => type));
    t.same([...types].toSorted(), change.seen.toSorted(), JSON.stringify(seen.regions));
    t.same([read.added, read.removed], change.lines, read.diff);
    t.same(await othersOf(first, second), others);
    const failure = second.failure({ ...image, fail_on: ['http_error', 'blank', 'blocked'] });
    await (change.isFailure ? failure : t.rejects(failure));
    if (ignored === undefined) return;
    for (const file of [image, text]) {
      const { same } = await compared(first, second, { ...file, ignore_selectors: [ignored] });
      t.ok(same, `${ignored} is ignored in a ${file.kind}`);
    }
  });
}

async function compared(first: OpenedPage, second: OpenedPage, file: object) {
  return compare(await first.capture({ ...file }), await second.capture({ ...file }));
}

/** Modes that compare neither the image nor all of the text. */
async function othersOf(first: OpenedPage, second: OpenedPage): Promise<string[]> {
  const [one, other] = [await first.capture(image), await second.capture(image)];
  const differs = (value: (result: RenderResult) => unknown) => value(one) !== value(other);
  const element = await compared(first, second, { ...text, selector: watched }).catch(
    () => undefined,
  );
  return [
    ...(differs(({ metadata }) => metadata.title) ? ['metadata'] : []),
    ...(differs(({ receipt }) => receipt?.status) ? ['status'] : []),
    ...(element?.same === false ? ['selector'] : []),
  ];
}

t.test('the docs have this table', (t) => {
  const docs = readFileSync(new URL('../../docs/comparison.md', import.meta.url), 'utf8');
  const cells = (line: string) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | ')
      .trim();
  const lines = docs.split('\n').map(cells);
  const start = lines.indexOf(cells(tableOf(changes)[0] ?? ''));
  const found = lines.slice(start, start + tableOf(changes).length + 1);
  t.same(
    found.filter((_, at) => at !== 1),
    tableOf(changes).map(cells),
    tableOf(changes).join('\n'),
  );
  t.end();
});

/** Rows of the table in the docs, without the line below its head. */
function tableOf(all: Record<string, Change>): string[] {
  const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
  const counted = ([added, removed]: Change['lines']) =>
    added + removed === 0 ? '-' : `${added} added, ${removed} removed`;
  const rows = Object.entries(all).map(([name, change]) => {
    const { seen, lines, others = [], isFailure, ignored } = change;
    const isSeen = seen.length > 0 || lines.some((count) => count > 0);
    const modes = isFailure ? ['status'] : [...(isSeen ? ['any'] : []), ...others];
    const reported = code(modes) + (isFailure ? '; others fail' : '');
    return [name, code(seen) || '-', counted(lines), reported || '-', ignored ? 'the same' : '-'];
  });
  const head = [
    'change',
    '`visual`: regions',
    '`text`: lines',
    'reported by',
    'with `ignore_selectors`',
  ];
  return [head, ...rows].map((row) => `| ${row.join(' | ')} |`);
}
