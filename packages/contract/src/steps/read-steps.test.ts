import t from 'tap';
import { parseRequest } from '../request/parse-request.ts';
import { readStep, readSteps } from './read-steps.ts';
import { describeStep, maxSteps, type Step } from './steps.ts';

const url = 'https://example.com/';
const parse = (steps: unknown, more: object = {}) =>
  parseRequest({ kind: 'screenshot', url, steps, ...more }).request as {
    steps?: string;
    url: string;
  };
const stepsOf = (steps: unknown, more?: object) =>
  JSON.parse(parse(steps, more).steps ?? '[]') as Step[];

t.test('short forms become the form of the DevTools Recorder', async (t) => {
  t.same(
    stepsOf([
      { click: 'text=Sign in' },
      { fill: ['#a', 'aria/Name'], value: 'x', timeout: 100 },
      { press: 'Enter' },
      { scroll: 'bottom' },
      { scroll: 500 },
      { scroll: '#end' },
      { wait_for: '#a' },
      { pause: 5 },
    ]),
    [
      { type: 'click', selectors: [['text/Sign in']] },
      { type: 'change', selectors: [['#a'], ['aria/Name']], value: 'x', timeout: 100 },
      { type: 'press', key: 'Enter' },
      { type: 'scroll', y: 'bottom' },
      { type: 'scroll', y: 500 },
      { type: 'scroll', selectors: [['#end']] },
      { type: 'waitForElement', selectors: [['#a']], visible: true },
      { type: 'pause', ms: 5 },
    ],
  );
});

t.test('parsing a parsed request again changes nothing', async (t) => {
  const recording = {
    title: 'A',
    steps: [
      { type: 'setViewport', width: 800, height: 600, deviceScaleFactor: 1, isMobile: true },
      { type: 'navigate', url: 'https://other.example', assertedEvents: [{ type: 'navigation' }] },
      { type: 'click', target: 'main', selectors: [['aria/Go'], ['#go']], offsetX: 1, offsetY: 2 },
    ],
  };
  const first = parseRequest({ kind: 'screenshot', steps: recording }).request;
  t.same(parseRequest(first).request, first);
  t.match(first, {
    url: 'https://other.example/',
    viewport_width: 800,
    viewport_height: 600,
    viewport_mobile: true,
  });
});

t.test('the page of a request replaces that of an export, and not that of a list', async (t) => {
  const steps = [{ type: 'navigate', url: 'https://other.example/' }];
  t.match(stepsOf({ title: 'A', steps }), [{ type: 'navigate', url }]);
  t.match(stepsOf(steps), [{ type: 'navigate', url: 'https://other.example/' }]);
});

const wrong: Record<string, [steps: unknown, message: RegExp]> = {
  'an unknown step': [[{ clik: '#a' }], /^steps: step 1 must be one of click; got "clik"\.$/],
  'an unknown type': [[{ type: 'clck' }], /step 1 must be one of click; got "clck"/],
  'an unknown field': [
    [{ fill: '#a', valeu: 'x' }],
    /step 1 must have no field but value; got "valeu"/,
  ],
  'no value': [[{ fill: '#a' }], /step 1: value must be a text/],
  'an empty selector': [[{ click: 'text/' }], /step 1: click must be a selector/],
  'another scheme': [[{ navigate: 'file:///etc/passwd' }], /an absolute http or https URL/],
  'a text': [['click'], /step 1 must be an object/],
  'no JSON': ['click', /^steps must be JSON/],
  'another object': [{ a: 1 }, /^steps must be a list of steps, or a recording/],
  'a long pause': [[{ pause: 60_000 }], /pause must be a number from 0 to 10000/],
  'a branch inside branches': [
    [
      {
        if_visible: 'a',
        then: [{ if_visible: 'b', then: [{ if_visible: 'c', then: [{ pause: 1 }] }] }],
      },
    ],
    /step 1\.1\.1 must be nested at most 3 deep/,
  ],
  'a deep list': [`${'['.repeat(50)}${']'.repeat(50)}`, /is nested deeper than 20 levels/],
};
for (const [name, [steps, message]] of Object.entries(wrong)) {
  t.test(`rejects ${name}, and names the step`, async (t) => {
    t.throws(() => parse(steps), { code: 'invalid_parameter', message });
  });
}

t.test('rejects more steps than allowed, those inside others included', async (t) => {
  const then = Array.from({ length: maxSteps }, () => ({ pause: 1 }));
  t.throws(() => parse([{ if_visible: 'a', then }]), { message: /at most 100/ });
});

t.test('one step is read alone, with its position', (t) => {
  t.same(readStep({ capture: 'cart' }, 3), { type: 'capture', name: 'cart' });
  t.equal(readStep({ clik: '#a' }, 3), 'step 3 must be one of click; got "clik"');
  t.end();
});

t.test('a message never contains a value to type', async (t) => {
  const read = readSteps(JSON.stringify([{ fill: '#a', value: ['s3cret'] }]));
  t.type(read, 'string');
  t.notMatch(read, 's3cret');
});

t.test('secrets must be texts, and contain the names that steps use', async (t) => {
  const steps = [{ fill: '#a', value: '{{ user }}:{{word}}' }];
  t.throws(() => parse(steps, { secrets: { user: 'a' } }), {
    message: /^secrets must contain word/,
  });
  t.throws(() => parse(steps, { secrets: { word: 1 } }), { message: /number 1 is no text\.$/ });
  t.equal(stepsOf(steps, { secrets: { user: 'a', word: 'b' } }).length, 1);
});

t.test('a step is described without its value', async (t) => {
  const described = stepsOf([
    { fill: '#a', value: 'x' },
    { navigate: 'https://example.com/a?token=1' },
    { navigate: 'https://ada:pw@example.com/b@c' },
    { press: 'Control+A' },
    { scroll: 'bottom' },
  ]).map(describeStep);
  t.same(described, [
    'fill #a',
    'navigate to https://example.com/a',
    'navigate to https://example.com/b@c',
    'press Control+A',
    'scroll to the bottom',
  ]);
});
