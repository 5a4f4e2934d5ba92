import { strFromU8, unzipSync } from 'fflate';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { server } = lab;

const page = (body: string) => server.page('/page', `<!doctype html><body>${body}`);
const failure = (body: string, steps: unknown, more: object = {}) =>
  lab.failure({ url: page(body), steps, timeout: 20, ...more });

const reasons: Record<string, [body: string, step: object, message: RegExp]> = {
  'the texts of the page': [
    '<button>Log in</button><a href="/">Register</a>',
    { click: 'text/Log on' },
    /^steps: step 2 \(click text\/Log on\): nothing matched within 0\.3 s; the page has "Log in", "Register"\.$/,
  ],
  'a page without anything to click': [
    '<p>Text',
    { click: '#a' },
    /nothing matched within 0\.3 s, and the page has nothing to click\.$/,
  ],
  'an element that is hidden': [
    '<button id="a" style="display:none">A</button>',
    { click: '#a' },
    /step 2 \(click #a\): its element is not visible\.$/,
  ],
  'an element that moves without end': [
    '<button id="a" style="position:fixed">A</button><script>const move = (now) => { a.style.left = now % 300 + "px"; requestAnimationFrame(move) }; move(0)</script>',
    { click: '#a' },
    /its element does not stop moving\.$/,
  ],
  'an element that is disabled': [
    '<button id="a" disabled>A</button>',
    { click: '#a' },
    /its element is disabled\.$/,
  ],
  'what covers an element': [
    '<button id="a">A</button><div class="overlay" style="position:fixed;inset:0">Please wait</div>',
    { click: '#a' },
    /its element is covered by <div class="overlay"> "Please wait"\.$/,
  ],
  'a field that is read-only': [
    '<input id="a" readonly>',
    { fill: '#a', value: 'b' },
    /its element is read-only\.$/,
  ],
  'an element that takes no text': ['<p id="a">A', { fill: '#a', value: 'b' }, /takes no text\.$/],
  'the options of a list': [
    '<select id="a"><option>Red<option>Blue</select>',
    { select: '#a', value: 'Green' },
    /its list has no such option; it has "Red", "Blue"\.$/,
  ],
  'the address of the page': [
    '',
    { wait_for_url: '**/account' },
    /wait for \*\*\/account\): the page is at http:\/\/127\.0\.0\.1:\d+\/page\.$/,
  ],
  'a selector that is not CSS': ['', { click: 'a[[' }, /does not understand its selector\.$/],
  'a selector that is not XPath': [
    '',
    { click: 'xpath//[' },
    /does not understand its selector\.$/,
  ],
  'a key that does not exist': ['', { press: 'Entr' }, /there is no such key/],
  'a selector to wait for that is not CSS': [
    '',
    { wait_for: 'a[[' },
    /does not understand its selector\.$/,
  ],
  'a selector of a branch that is not CSS': [
    '',
    { if_visible: 'a[[', then: [] },
    /does not understand its selector\.$/,
  ],
  'a variable that does not exist': [
    '',
    { wait_for_function: 'window.app.ready' },
    /\): it failed at line 1: TypeError: Cannot read properties of undefined/,
  ],
  'an expression that never settles': [
    '',
    { wait_for_function: 'new Promise(() => {})' },
    /it did not become true\.$/,
  ],
  'elements with a name that are too few': [
    '<button>Item</button><button>Item</button>',
    { type: 'waitForElement', selectors: ['aria/Item'], count: 3 },
    /2 elements matched, and >= 3 is required\.$/,
  ],
  'an element that is still visible': [
    '<p id="a">A',
    { wait_for: '#a', visible: false },
    /its element is still visible\.$/,
  ],
};

for (const [name, [body, step, message]] of Object.entries(reasons)) {
  t.test(`the error of a step names ${name}`, async (t) => {
    const error = await failure(body, [{ pause: 1 }, { ...step, timeout: 300 }]);
    t.equal(error.code, 'step_failed');
    t.match(error.message, message);
    t.equal(error.stage, 'interact');
    t.match(error.details, [{ parameter: 'steps' }]);
  });
}

t.test('a page that a step cannot load has the code of its failure', async (t) => {
  const denied = await failure('', [{ pause: 1 }, { navigate: 'http://10.1.2.3/' }]);
  t.equal(denied.code, 'target_denied');
  t.match(denied.message, /^steps: step 2 \(navigate to http:\/\/10\.1\.2\.3\/\): /);
  const missing = await failure('', [{ navigate: 'http://user:hunter2@nowhere.invalid/' }]);
  t.equal(missing.code, 'dns_failed');
  t.notMatch(missing.message, 'hunter2');
});

t.test('a message of a page that repeats a secret does not contain it', async (t) => {
  const error = await failure(
    '<input id="a" oninput="b.textContent = this.value"><button id="b"></button>',
    [
      { fill: '#a', value: '{{word}}' },
      { click: 'text/Never', timeout: 200 },
    ],
    { secrets: { word: 'tr0ub4dor' } },
  );
  t.match(error.message, /the page has "\{\{word\}\}"\.$/);
});

t.test('a step inside another has two numbers', async (t) => {
  const inside = [{ pause: 1 }, { click: '#none', timeout: 10 }];
  const error = await failure('<p id="a">A', [{ if_visible: '#a', then: inside }]);
  t.match(error.message, /^steps: step 1\.2 \(click #none\)/);
});

t.test('a page that removes the element before each click is left after a while', async (t) => {
  const error = await failure(
    '<div id="b"><button id="a">A</button></div><script>addEventListener("mousemove", () => a.remove(), true); new MutationObserver(() => setTimeout(() => { b.innerHTML = "<button id=a>A</button>" }, 5)).observe(b, { childList: true }); setInterval(() => { b.innerHTML = "<button id=a>A</button>" }, 7)</script>',
    [
      { click: '#a', timeout: 1000 },
      { wait_for: '#never', timeout: 300 },
    ],
  );
  t.equal(error.code, 'step_failed');
});

t.test('an endless expression ends with the render, and others go on', async (t) => {
  const endless = [{ wait_for_function: '/^(a+)+$/.test("a".repeat(40) + "b")' }];
  const [error, other] = await Promise.all([
    failure('', endless, { timeout: 4 }),
    lab.render({ html: '<title>other</title>' }),
  ]);
  t.match(error.code, /^(?:timeout|page_unresponsive)$/);
  t.match(error.message, /step 1 \(wait for /);
  t.equal(other.metadata.title, 'other');
});

t.test('a page of endless text is searched for a while only', async (t) => {
  const error = await failure(
    `<script>document.body.innerHTML = '<div>'.repeat(300) + 'word '.repeat(100000)</script>`,
    [{ click: 'text/word other', timeout: 300 }],
  );
  t.equal(error.code, 'step_failed');
});

t.test('10,000 steps are refused before a page is opened', async (t) => {
  const error = await failure(
    '',
    Array.from({ length: 10_000 }, () => ({ pause: 1 })),
  );
  t.equal(error.code, 'invalid_parameter');
  t.match(error.message, /at most 100/);
});

t.test('a trace of a failed step has an image of that moment, and no secret', async (t) => {
  const secret = 'tr0ub4dor';
  const error = await lab.failure(
    {
      url: page('<input id="a" type="password"><input id="d" type="checkbox">'),
      steps: [
        { fill: '#a', value: '{{word}}' },
        { fill: '#d', value: '{{word}}' },
        { click: '#none', timeout: 100 },
      ],
      secrets: { word: secret },
    },
    { trace: true },
  );
  t.notMatch(error.message, secret);
  const files = unzipSync(error.trace ?? new Uint8Array());
  t.ok(Object.keys(files).some((name) => name.startsWith('frames/')));
  for (const [name, bytes] of Object.entries(files)) {
    t.notOk(strFromU8(bytes, true).includes(secret), name);
  }
});
