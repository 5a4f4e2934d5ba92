import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// The headless shell keeps frames of other sites in the page's own process unless told otherwise;
// full Chrome does not.
const apart = await createLab(t, { chrome: { args: ['--site-per-process'] }, concurrency: 2 });
const together = await createLab(t);
const { server } = apart;

interface Flow {
  /** Body of the page, or what follows its doctype. The flow ends with the title `done`. */
  html: string;
  steps: readonly object[];
  secrets?: Record<string, string>;
  warnings?: RegExp[];
}

const done = `document.title = 'done'`;
const big = 'style="width:120px;height:40px"';
const inner = (name: string, html: string) => {
  server.page(name, `<!doctype html>${html}`);
  return server.url(name, '127.0.0.2');
};
const tell = `parent.postMessage('done', '*')`;
const hears = `<script>addEventListener('message', ({ data }) => { document.title = data })</script>`;

// A login with a token, a cookie and a redirect.
server.page(
  '/login',
  `<!doctype html><form method="post" action="/session"><input type="hidden" name="csrf" value="t0k3n">
<label>E-mail <input name="mail" type="email" required></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
);
server.route('/session', async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const isRight =
    body === 'csrf=t0k3n&mail=ada%40example.com&password=correct+horse+%22%26battery%22';
  response
    .writeHead(303, { location: isRight ? '/account' : '/login', 'set-cookie': 'sid=1' })
    .end();
});
server.route('/account', ({ headers }, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<title>${headers.cookie === 'sid=1' ? 'done' : 'no cookie'}</title><p>Hello Ada`);
});
server.page('/done', `<!doctype html><title>done</title>`);
server.page('/opened', `<!doctype html><title>done</title>`);
server.file('/report.pdf', 'application/octet-stream', 'x', {
  'content-disposition': 'attachment; filename="report.bin"',
});

const flows: Record<string, Flow> = {
  'a text that a script contains before it is on the page': {
    html: `<button ${big}>Save</button><main></main><script>setTimeout(() => {
      document.querySelector('main').innerHTML = '<button onclick="document.title = \\'done\\'">Later</button>' }, 800)</script>`,
    steps: [{ click: 'text/Later' }],
  },
  'a button below a heading of the same words': {
    html: `<h1>Sign in</h1><button onclick="${done}">Sign in</button>`,
    steps: [{ click: 'text/Sign in' }],
  },
  'a button below a heading of the same name': {
    html: `<h1>Sign in</h1><button aria-label="Sign in" onclick="${done}">Go</button>`,
    steps: [{ click: 'aria/Sign in' }],
  },
  'a login with a token and a redirect': {
    html: `<a href="/login">Sign in</a>`,
    secrets: { password: 'correct horse "&battery"' },
    steps: [
      { click: 'text/Sign in' },
      { fill: 'aria/E-mail', value: 'ada@example.com' },
      { fill: 'input[name=password]', value: '{{password}}' },
      { press: 'Enter' },
      { wait_for_url: '**/account' },
    ],
  },
  'an application that renders late': {
    html: `<div id="app"></div><script>setTimeout(() => { app.innerHTML = '<button>Load</button>'; app.firstChild.onclick = () => setTimeout(() => { app.innerHTML = '<p id="list">Loaded'; ${done} }, 700) }, 600)</script>`,
    steps: [{ click: 'text/Load' }, { wait_for: '#list' }],
  },
  'open shadow trees': {
    html: `<x-outer></x-outer><script>customElements.define('x-outer', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<x-inner></x-inner>'; const inner = this.shadowRoot.firstChild.attachShadow({ mode: 'open' }); inner.innerHTML = '<input><button class="go">Go</button>'; inner.querySelector('button').onclick = () => { if (inner.querySelector('input').value === 'deep') ${done} } } })</script>`,
    steps: [
      { fill: 'pierce/input', value: 'deep' },
      { type: 'click', selectors: [['x-outer', 'x-inner', '.go']] },
    ],
  },
  'a frame of another site': {
    html: `${hears}<div style="height:900px"></div><iframe src="${inner('/pay', `<input id="card"><button onclick="if (card.value === '4242') ${tell}">Pay</button>`)}" style="margin-left:60px"></iframe>`,
    steps: [{ fill: '#card', value: '4242' }, { click: 'aria/Pay[role="button"]' }],
  },
  'a frame of the same site': {
    html: `${hears}<iframe src="/same"></iframe>`,
    steps: [{ click: 'text/Inside' }],
  },
  'a list that shows only what is near': {
    html: `<div id="list" style="height:200px;overflow:auto"><div id="all" style="height:40000px;position:relative"></div></div><script>const show = () => { const first = Math.floor(list.scrollTop / 40); all.innerHTML = Array.from({ length: 8 }, (_, at) => '<div style="position:absolute;top:' + (first + at) * 40 + 'px;height:40px" onclick="document.title = this.textContent === \\'Row 700\\' ? \\'done\\' : this.textContent">Row ' + (first + at) + '</div>').join('') }; list.onscroll = show; show()</script>`,
    steps: [{ type: 'scroll', selectors: [['#list']], y: 28_000 }, { click: 'text/Row 700' }],
  },
  'a native date picker': {
    html: `<input type="date" id="day" onchange="if (this.value === '2026-02-03') ${done}">`,
    steps: [{ fill: '#day', value: '2026-02-03' }],
  },
  'a date picker of a script': {
    html: `<input readonly id="day" onclick="days.hidden = false"><div id="days" hidden><button onclick="day.value = 3; days.hidden = true; ${done}">3</button></div>`,
    steps: [{ click: '#day' }, { click: 'text/3' }, { wait_for: '#days', visible: false }],
  },
  'a file input': {
    html: `<input type="file" style="display:none" id="f" multiple onchange="Promise.all([...this.files].map((one) => one.text())).then((all) => { document.title = all.join() === 'one,zwei' && this.files[0].name === 'a.txt' ? 'done' : all })">`,
    steps: [
      {
        upload: '#f',
        files: [
          { name: 'a.txt', type: 'text/plain', content: 'one' },
          { name: 'b.txt', content: 'endlaQ==', base64: true },
        ],
      },
    ],
  },
  'a banner on top that is closed first': {
    html: `<button ${big} onclick="${done}">Buy</button><div id="banner" style="position:fixed;inset:0;background:#fff8"><button onclick="banner.remove()">Accept all</button></div>`,
    steps: [
      { if_visible: 'text/Accept all', then: [{ click: 'text/Accept all' }] },
      {
        if_visible: 'text/Never there',
        timeout: 50,
        then: [{ click: '#nothing' }],
        else: [{ click: 'text/Buy' }],
      },
    ],
  },
  'a banner on top that goes away': {
    html: `<button ${big} onclick="${done}">Buy</button><div id="banner" style="position:fixed;inset:0;background:#fff8"></div><script>setTimeout(() => banner.remove(), 1500)</script>`,
    steps: [{ click: 'text/Buy' }],
  },
  'endless scrolling': {
    html: `<div id="list"></div><script>let rows = 0; const more = () => { for (let row = 0; row < 20; row++) list.insertAdjacentHTML('beforeend', '<p style="height:100px">' + rows++ + '</p>'); if (rows >= 80) ${done} }; more(); addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 300 && rows < 80) more() })</script>`,
    steps: [{ scroll: 'bottom' }, { scroll: 'bottom' }, { scroll: 'bottom' }],
  },
  'an application that scrolls an element': {
    html: `<style>html,body{height:100%;margin:0;overflow:hidden}main{height:100%;overflow:auto}</style><main id="m" onscroll="if (this.scrollTop > 3000) ${done}"><div style="height:5000px">Long</div></main>`,
    steps: [{ scroll: 'bottom' }],
  },
  'a page that asks before it is left': {
    html: `<input id="a"><script>addEventListener('beforeunload', (event) => event.preventDefault())</script><a href="/done">Leave</a>`,
    steps: [{ fill: '#a', value: 'changed' }, { click: '#a' }, { click: 'text/Leave' }],
  },
  'an element that moves and stops': {
    html: `<button ${big} id="b" onclick="${done}">Catch</button><script>b.style.position = 'absolute'; const from = performance.now(); const move = (now) => { const part = Math.min(1, (now - from) / 1500); b.style.left = 300 * part + 'px'; if (part < 1) requestAnimationFrame(move) }; requestAnimationFrame(move)</script>`,
    steps: [{ click: '#b' }],
  },
  'a button that becomes enabled': {
    html: `<input id="q" oninput="setTimeout(() => { b.disabled = false }, 500)"><button id="b" disabled onclick="${done}">Send</button>`,
    steps: [{ fill: '#q', value: 'text' }, { click: '#b' }],
  },
  'a window that a script opens': {
    html: `<button onclick="open('/opened', '_blank', 'width=300')">Open</button>`,
    steps: [{ click: 'text/Open' }, { wait_for_url: '**/opened' }],
  },
  'a link to a new window': {
    html: `<a href="/opened" target="_blank">Open</a>`,
    steps: [{ click: 'text/Open' }, { wait_for_url: '**/opened' }],
  },
  'a window that a timer opens meanwhile': {
    html: `<button onclick="${done}">Next</button><script>setTimeout(() => open('/opened?ad'), 100)</script>`,
    steps: [{ pause: 400 }, { click: 'text/Next' }, { pause: 100 }],
  },
  'a page that leaves when it is scrolled': {
    html: `<div style="height:3000px"></div><script>addEventListener('scroll', () => { location.href = '/next' })</script>`,
    steps: [{ scroll: 'bottom' }, { click: 'text/Here' }],
  },
  'several elements with one name': {
    html: `<button>Item</button><button hidden>Item</button><button onclick="${done}">Item</button>`,
    steps: [
      { type: 'waitForElement', selectors: ['aria/Item'], count: 2, operator: '==', visible: true },
      { type: 'click', selectors: ['xpath///button[3]'] },
    ],
  },
  'letters and signs with Shift, and blanks': {
    html: `<textarea id="a" oninput="if (this.value === 'A !?') ${done}"></textarea>`,
    steps: [
      { click: '#a' },
      { press: 'Shift+a' },
      { type: 'keyDown', key: ' ' },
      { type: 'keyUp', key: ' ' },
      { press: 'Shift+1' },
      { press: '?' },
    ],
  },
  'a download instead of a page': {
    html: `<a href="/report.pdf">Report</a><button onclick="${done}">Next</button>`,
    steps: [{ click: 'text/Report' }, { click: 'text/Next' }],
    warnings: [
      /^Step 1 \(click text\/Report\) started a download of report\.bin, which was refused\.$/,
    ],
  },
  'a list of options': {
    html: `<select id="s" onchange="if (this.value === 'fr') s2.hidden = false"><option value="de">Germany<option value="fr">France</select><select hidden id="s2" onchange="if (this.value === '2') ${done}"><option>1<option>2</select>`,
    steps: [
      { select: '#s', value: 'France' },
      { select: '#s2', value: '2' },
    ],
  },
  'a menu that opens under the pointer': {
    html: `<style>#m ul{display:none}#m:hover ul{display:block}</style><div id="m">Menu<ul style="margin:0"><li onclick="${done}">Export</ul></div>`,
    steps: [{ hover: '#m' }, { click: 'text/Export' }],
  },
  'checkboxes and radio buttons that styles replace': {
    html: `<label><input type="checkbox" id="c" style="opacity:0;position:absolute"><span style="padding:9px;background:#ccc">Terms</span></label><input type="radio" name="r" value="a" checked><label><input type="radio" name="r" value="b" id="r" style="display:none">B</label><button onclick="if (c.checked && r.checked) ${done}">Go</button>`,
    steps: [{ click: '#c' }, { fill: '#r', value: 'true' }, { click: 'text/Go' }],
  },
  'an editor': {
    html: `<div contenteditable id="e" oninput="if (this.textContent === 'new text') ${done}">old text</div>`,
    steps: [{ fill: '#e', value: 'new text' }],
  },
  'keys and their combinations': {
    html: `<textarea id="a">abc</textarea><script>const seen = []; addEventListener('keydown', (event) => { seen.push(event.key); if (event.ctrlKey && event.shiftKey && event.code === 'KeyK' && a.value === 'Zx') ${done} })</script>`,
    steps: [
      { click: '#a' },
      { press: 'Control+A' },
      { press: 'Shift+Z' },
      { press: 'x' },
      { press: 'y' },
      { press: 'Backspace' },
      { press: 'Control+Shift+k' },
    ],
  },
  'a field that a framework controls': {
    html: `<input id="i"><p id="o"></p><script>let value = ''; Object.defineProperty(i, 'value', { get: () => value, set: (next) => { value = next } }); i.addEventListener('input', (event) => { const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').get.call(i); if (typed === 'ünï 日本') ${done} })</script>`,
    steps: [{ fill: '#i', value: 'ünï 日本' }],
  },
  'a double click and a context menu': {
    html: `<p id="p" ondblclick="this.dataset.twice = 1" oncontextmenu="if (this.dataset.twice) ${done}">Text</p>`,
    steps: [
      { double_click: '#p' },
      { type: 'click', button: 'secondary', selectors: [['xpath//html/body/p']] },
    ],
  },
  'an expression and a number of elements': {
    html: `<ul id="l"></ul><script>const add = setInterval(() => { l.append(document.createElement('li')); if (l.children.length === 5) { clearInterval(add); window.ready = true; ${done} } }, 200)</script>`,
    steps: [
      { type: 'waitForElement', selectors: ['li'], operator: '>=', count: 5 },
      { wait_for_function: 'window.ready' },
      { pause: 10 },
      { navigate: server.url('/done') },
    ],
  },
};
server.page('/next', `<!doctype html><button onclick="${done}">Here</button>`);
server.page('/same', `<!doctype html><button onclick="${tell}">Inside</button>`);

for (const [name, { html, steps, secrets, warnings = [] }] of Object.entries(flows)) {
  for (const [where, lab] of Object.entries({ apart, together })) {
    t.test(`${name}, frames ${where}`, async (t) => {
      if (lab === apart && !/frame/.test(name) && !inDepth(t, name)) return;
      const url = server.page('/start', `<!doctype html><title>start</title><body>${html}`);
      const { metadata, ...result } = await lab.render({
        url,
        steps,
        ...(secrets && { secrets }),
        timeout: 20,
      });
      t.equal(metadata.title, 'done');
      const times = result.receipt.steps ?? [];
      t.ok(
        times.length > 0 && times.every(({ step, ms }) => /^[\d.]+ [a-z]/.test(step) && ms >= 0),
      );
      t.equal(result.warnings.length, warnings.length, result.warnings.join());
      for (const [at, one] of warnings.entries()) t.match(result.warnings[at], one);
    });
  }
}
