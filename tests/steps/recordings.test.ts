import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// Exports of the Recorder of Chrome's DevTools, of a shop that a test server has instead.
const lab = await createLab(t);
const { server } = lab;

server.page(
  '/shop',
  `<!doctype html><html lang="en"><title>Shop</title>
<form action="/search" role="search"><input id="q" name="q" aria-label="Search products" list="none"><button>Search</button></form>
<nav><a href="/about">About us</a></nav>`,
);
server.page(
  '/about',
  `<!doctype html><title>About</title><h1>About</h1><main style="height:3000px"></main>`,
);
server.route('/search', ({ url = '' }, response) => {
  const term = new URL(url, 'http://a').searchParams.get('q');
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Results for ${term}</title><div id="results"></div>
<script>setTimeout(() => { results.innerHTML = '<article><h2>Iron plate</h2><shop-button></shop-button></article>'.repeat(3) }, 300);
customElements.define('shop-button', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<button part="add">Add to basket</button>';
  this.shadowRoot.firstChild.onclick = () => { document.title = 'Basket: ' + ++n } } }); let n = 0</script>`);
});
server.page(
  '/checkout',
  `<!doctype html><title>Checkout</title><label for="name">Full name</label><input id="name">
<label for="country">Country</label><select id="country"><option value="">-<option value="DE">Germany<option value="FR">France</select>
<label><input type="checkbox" id="terms"> I accept the terms</label>
<button id="pay" onclick="document.title = [fullName.value, country.value, terms.checked].join()">Pay now</button><script>const fullName = document.getElementById('name')</script>`,
);
server.page(
  '/framed',
  `<!doctype html><title>Framed</title><iframe src="/checkout"></iframe><script>setInterval(() => { document.title = frames[0].document.title })</script>`,
);

server.page(
  '/twice',
  `<!doctype html><title>Twice</title><input id="name"><button id="pay" onclick="document.title = 'outer'">Pay</button>
<iframe srcdoc="<input id=name><button id=pay onclick='parent.document.title = document.getElementById(\`name\`).value === \`Grace\` ? \`inner\` : \`empty\`'>Pay</button>"></iframe>`,
);
server.page(
  '/late',
  `<!doctype html><title>Late</title><button id="go" aria-busy="true" onclick="setTimeout(() => { location.href = '/about' }, 1500)">Go</button>
<script>setTimeout(() => { go.setAttribute('aria-busy', 'false'); document.title = 'ready' }, 1200)</script>`,
);

const viewport = {
  type: 'setViewport',
  width: 724,
  height: 691,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
};
const start = (path: string, title: string) => ({
  type: 'navigate',
  url: server.url(path),
  assertedEvents: [{ type: 'navigation', url: server.url(path), title }],
});
const target = 'main';

const recordings: Record<string, { steps: object[]; title: string }> = {
  'a search': {
    steps: [
      viewport,
      start('/shop', 'Shop'),
      {
        type: 'click',
        target,
        selectors: [['aria/Search products'], ['#q'], ['xpath///*[@id="q"]'], ['pierce/#q']],
        offsetY: 11.5,
        offsetX: 74,
      },
      { type: 'change', value: 'plates', selectors: [['aria/Search products'], ['#q']], target },
      {
        type: 'keyDown',
        target,
        key: 'Enter',
        assertedEvents: [{ type: 'navigation', url: '', title: '' }],
      },
      { type: 'keyUp', target, key: 'Enter' },
    ],
    title: 'Results for plates',
  },
  'a click inside a shadow tree': {
    steps: [
      viewport,
      start('/search?q=a', 'Results for a'),
      {
        type: 'waitForElement',
        selectors: [['article']],
        operator: '==',
        count: 3,
        visible: true,
      },
      {
        type: 'doubleClick',
        target,
        selectors: [
          ['article:nth-of-type(2) > shop-button', 'button'],
          ['pierce/article:nth-of-type(2) > shop-button'],
          ['text/Add to basket'],
        ],
        offsetX: 20,
        offsetY: 9,
      },
    ],
    title: 'Basket: 2',
  },
  'a form with a list and a checkbox': {
    steps: [
      viewport,
      start('/checkout', 'Checkout'),
      {
        type: 'change',
        value: 'Ada L.',
        selectors: [['aria/Full name'], ['#name']],
        target,
        frame: [],
      },
      { type: 'change', value: 'FR', selectors: [['aria/Country'], ['#country']], target },
      {
        type: 'click',
        target,
        selectors: [['aria/I accept the terms[role="checkbox"]'], ['#terms']],
        offsetX: 6,
        offsetY: 6,
        duration: 120.5,
        deviceType: 'mouse',
      },
      { type: 'click', target, selectors: [['aria/Pay now'], ['#pay']], offsetX: 3, offsetY: 3 },
      { type: 'waitForExpression', expression: `document.title.startsWith('Ada')` },
    ],
    title: 'Ada L.,FR,true',
  },
  'a form in a frame': {
    steps: [
      { type: 'emulateNetworkConditions', download: 50_000, upload: 50_000, latency: 10 },
      viewport,
      start('/framed', 'Framed'),
      {
        type: 'change',
        value: 'Grace',
        selectors: [['aria/Full name'], ['#name']],
        target,
        frame: [0],
      },
      {
        type: 'click',
        target,
        frame: [0],
        selectors: [['aria/Pay now'], ['#pay']],
        offsetX: 30,
        offsetY: 9,
      },
    ],
    title: 'Grace,,false',
  },
  'a field whose frame is recorded': {
    steps: [
      viewport,
      start('/twice', 'Twice'),
      { type: 'change', value: 'Grace', selectors: [['#name']], target, frame: [0] },
      { type: 'click', target, frame: [0], selectors: [['#pay']], offsetX: 30, offsetY: 9 },
    ],
    title: 'inner',
  },
  'a navigation that comes late': {
    steps: [
      viewport,
      start('/late', 'Late'),
      {
        type: 'click',
        target,
        selectors: [['#go']],
        offsetX: 3,
        offsetY: 3,
        assertedEvents: [{ type: 'navigation', url: server.url('/about'), title: 'About' }],
      },
    ],
    title: 'About',
  },
  'values of attributes and properties': {
    steps: [
      viewport,
      start('/late', 'Late'),
      {
        type: 'waitForElement',
        selectors: [['#go']],
        attributes: { 'aria-busy': 'false' },
        properties: { disabled: false },
      },
    ],
    title: 'ready',
  },
  'a link, and scrolling': {
    steps: [
      viewport,
      start('/shop', 'Shop'),
      { type: 'hover', target, selectors: [['aria/About us'], ['nav > a'], ['text/About us']] },
      {
        type: 'click',
        target,
        selectors: [['aria/About us'], ['nav > a']],
        button: 'primary',
        offsetX: 10,
        offsetY: 8,
        assertedEvents: [{ type: 'navigation', url: server.url('/about'), title: 'About' }],
      },
      { type: 'scroll', target, x: 0, y: 800 },
      { type: 'scroll', target, selectors: [['main']], x: 0, y: 10 },
      { type: 'close', target },
    ],
    title: 'About',
  },
};

for (const [title, recording] of Object.entries(recordings)) {
  t.test(`${title}, as the Recorder exports it`, async (t) => {
    const exported = JSON.stringify({
      title,
      steps: recording.steps,
      selectorAttribute: 'data-test',
    });
    const { metadata, warnings } = await lab.renderer.render({
      kind: 'screenshot',
      format: 'png',
      steps: exported,
    });
    t.equal(metadata.title, recording.title);
    t.same(warnings, []);
  });
}

t.test('a recording has the size of its window, unless the request has one', async (t) => {
  const steps = { title: 'A', steps: [viewport, start('/shop', 'Shop')] };
  const own = await lab.shoot({ steps, viewport_width: 300, viewport_height: 200 });
  t.equal(own.image.width, 300);
  const recorded = await lab.renderer.render({ kind: 'screenshot', format: 'png', steps });
  t.match(recorded.metadata, { imageSize: { width: 724, height: 691 } });
});

t.test('the steps of a recording run on another page that the request names', async (t) => {
  const steps = {
    title: 'A',
    steps: [start('/shop', 'Shop'), { type: 'click', selectors: [['#pay']] }],
  };
  const { metadata } = await lab.render({ url: server.url('/checkout'), steps });
  t.equal(metadata.title, ',,false');
});

t.test('a recording runs on the HTML of a request', async (t) => {
  const steps = {
    title: 'A',
    steps: [start('/shop', 'Shop'), { type: 'click', selectors: [['#go']] }],
  };
  const html = `<button id="go" onclick="document.title = 'html'">Go</button>`;
  t.equal((await lab.render({ html, steps })).metadata.title, 'html');
});

t.test('a recording that starts in a new tab runs', async (t) => {
  const steps = {
    title: 'A',
    steps: [
      viewport,
      { type: 'navigate', url: 'chrome://new-tab-page/' },
      start('/about', 'About'),
    ],
  };
  const { metadata } = await lab.renderer.render({ kind: 'screenshot', steps });
  t.equal(metadata.title, 'About');
});
