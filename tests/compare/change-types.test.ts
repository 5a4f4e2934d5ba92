import { compare, type ComparedFile, type Region } from '@tintype/compare';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

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
}

const lamp = (colour: string) =>
  `<svg width="120" height="80"><rect width="120" height="80" fill="#eee"/><circle cx="60" cy="40" r="25" fill="${colour}"/></svg>`;
const story = (name: string) =>
  `<p id="${name}" style="background:${name};color:#fff;padding:12px">A story about ${name} things</p>`;
const page = (content: string, style = '') =>
  `<!doctype html><title>Shop</title><style>body{margin:20px;font:16px sans-serif}${style}</style><h1>Desk lamp</h1><p>Steel, with a dimmer.</p>${content}<p>Ships in two days.</p>`;
const banner =
  '<div style="background:#fc0;padding:12px;margin:-20px -20px 20px">Winter sale</div>';
const consent =
  '<div id="consent" style="position:fixed;left:0;right:0;bottom:0;background:#024;color:#fff;padding:20px">We use cookies. <button>Accept</button></div>';

const animated =
  '.a{animation:20s linear forwards move}@keyframes move{to{transform:translateX(300px)}}';

const changes: Record<string, Change> = {
  'one word': {
    before: page('<p>Price: <b>49</b> EUR</p>'),
    after: page('<p>Price: <b>45</b> EUR</p>'),
    seen: ['changed'],
    lines: [1, 1],
    ignored: 'b',
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
  'a font that is missing': {
    before: page('', 'h1{font-family:monospace}'),
    after: page('', 'h1{font-family:serif}'),
    seen: ['changed'],
    lines: [0, 0],
  },
  'an image': {
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
  'a variant of a test': {
    before: page('<a class="buy" style="background:#06c;color:#fff;padding:9px">Buy now</a>'),
    after: page('<a class="buy" style="background:#0a4;color:#fff;padding:9px">Add to cart</a>'),
    seen: ['changed'],
    lines: [1, 1],
    ignored: '.buy',
  },
  'a question about cookies': {
    before: page(''),
    after: page(consent),
    seen: [],
    lines: [0, 0],
  },
  'a question about cookies that stays open': {
    before: page(''),
    after: page(consent),
    with: { block_annoyance: 'none' },
    seen: ['added'],
    lines: [2, 0],
    ignored: '#consent',
  },
  'an animation at two times': {
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
  },
};

const both = async (name: string, { before, after, with: more }: Change, given: object) => {
  const file = async (html: string): Promise<ComparedFile> =>
    render({ url: server.page(`/${name.replaceAll(' ', '-')}`, html), ...more, ...given });
  return compare(await file(before), await file(after));
};

for (const [name, change] of Object.entries(changes)) {
  t.test(name, async (t) => {
    const image = { kind: 'screenshot', format: 'png', viewport_width: 500, viewport_height: 500 };
    const text = { kind: 'scrape', format: 'md' };
    const seen = await both(name, change, image);
    const read = await both(name, change, text);
    if (seen.type !== 'image' || read.type !== 'text') return t.fail('other types');
    const types = new Set(seen.regions.map(({ type }) => type));
    t.same([...types].toSorted(), change.seen.toSorted(), JSON.stringify(seen.regions));
    t.same([read.added, read.removed], change.lines, read.diff);
    if (change.ignored === undefined) return;
    const ignoring = { ignore_selectors: [change.ignored] };
    for (const kind of [image, text]) {
      const { same } = await both(name, change, { ...kind, ...ignoring });
      t.ok(same, `${change.ignored} is ignored in a ${kind.kind}`);
    }
  });
}
