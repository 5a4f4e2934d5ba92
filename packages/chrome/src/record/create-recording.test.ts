import t from 'tap';
import { createRecording, type ObservedAt } from './create-recording.ts';
import type { Observation } from './observation.ts';
import type { RecordedStep } from './recorded-step.ts';

const url = 'https://shop.example/';

type Given = Partial<Record<string, unknown>> & { type: Observation['type'] };

/** Records events, each 100 ms after the one before. */
function start(maxSteps = 100, maxLength = 100_000) {
  const notes: string[] = [];
  const limits = { maxSteps, maxLength };
  const recording = createRecording(url, limits, (text) => notes.push(text));
  let nowMs = 0;
  const element = (id: number, frame: number[] = []) => ({ id, selectors: [[`#e${id}`]], frame });
  const navigated = (more: Partial<Parameters<typeof recording.navigated>[0]> = {}) =>
    recording.navigated({
      tab: 'one',
      url: `${url}next?token=1#a`,
      by: 'page',
      isNewTab: false,
      mark: recording.mark(),
      nowMs: (nowMs += 100),
      ...more,
    });
  navigated({ url });
  return {
    recording,
    notes,
    navigated,
    pass: (ms: number) => (nowMs += ms),
    see(given: Given & { id?: number }, at: Partial<ObservedAt> = {}) {
      const { id = 1, ...more } = given;
      const point = /click/i.test(given.type) ? { x: 5, y: 6, button: 'primary' } : {};
      const fill = given.type === 'fill' ? { secret: '' } : {};
      const on = given.type === 'key' ? {} : { on: element(id) };
      const observation = { hasGrown: false, ...point, ...fill, ...on, ...more } as Observation;
      const place = { document: 'd', tab: 'one', url, nowMs: (nowMs += 100), ...at };
      recording.observe(observation, place);
    },
    /** The steps after the first two. */
    steps: () => recording.steps.slice(2).map(short),
  };
}

function short(step: RecordedStep): string {
  const object = 'selectors' in step && step.selectors ? ` ${step.selectors[0]?.join(' ')}` : '';
  const value = step.type === 'change' ? `=${step.value}` : '';
  const key = 'key' in step ? ` ${step.key}` : '';
  const page = step.type === 'navigate' ? ` ${step.url}` : '';
  return `${step.type}${object}${value}${key}${page}${step.assertedEvents ? ' >' : ''}`;
}

t.test('starts as the Recorder does', async (t) => {
  const { recording } = start();
  recording.setViewport(800, 600);
  t.same(recording.steps, [
    {
      type: 'setViewport',
      width: 800,
      height: 600,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      isLandscape: false,
    },
    { type: 'navigate', url, assertedEvents: [{ type: 'navigation', url }] },
  ]);
});

t.test('a click has its selectors and its place in the element', async (t) => {
  const { see, recording } = start();
  see({ type: 'click' }, { byName: 'aria/Buy[role="button"]' });
  see({
    type: 'click',
    button: 'secondary',
    on: { id: 2, selectors: [['a', 'b']], frame: [1, 0] },
  });
  t.same(recording.steps.slice(2), [
    {
      type: 'click',
      target: 'main',
      selectors: [['aria/Buy[role="button"]'], ['#e1']],
      offsetX: 5,
      offsetY: 6,
    },
    {
      type: 'click',
      target: 'main',
      selectors: [['a', 'b']],
      frame: [1, 0],
      offsetX: 5,
      offsetY: 6,
      button: 'secondary',
    },
  ]);
});

t.test('a field is one step with its last value', async (t) => {
  const { see, steps } = start();
  for (const value of ['a', 'ad', 'ada']) see({ type: 'fill', value });
  see({ type: 'fill', id: 2, value: 'x' });
  see({ type: 'fill', value: 'grace' });
  t.same(steps(), ['change #e1=ada', 'change #e2=x', 'change #e1=grace']);
});

t.test('several choices of a list are steps of their own', async (t) => {
  const { see, steps } = start();
  see({ type: 'choose', value: 's', isMultiple: false });
  see({ type: 'choose', value: 'm', isMultiple: false });
  see({ type: 'choose', id: 2, value: 'a', isMultiple: true });
  see({ type: 'choose', id: 2, value: 'b', isMultiple: true });
  t.same(steps(), ['change #e1=m', 'change #e2=a', 'change #e2=b']);
});

t.test('two clicks become a double click, if they hit the same element', async (t) => {
  const { see, steps } = start();
  for (const type of ['click', 'click', 'doubleClick', 'click'] as const) see({ type });
  see({ type: 'click', id: 2 });
  see({ type: 'click', id: 3 });
  see({ type: 'doubleClick', id: 3 });
  t.same(steps(), ['doubleClick #e1', 'click #e1', 'click #e2', 'click #e3']);
});

t.test('values of secrets are replaced by a name for each field', async (t) => {
  const { see, steps, recording } = start();
  const secret = { type: 'fill', value: '' } as const;
  see({ ...secret, secret: 'password' });
  see({ ...secret, secret: 'password' });
  see({ ...secret, secret: 'password', id: 2 });
  see({ ...secret, secret: 'code', id: 3 });
  // The same field of a page that was loaded again.
  see(
    { ...secret, secret: 'password', on: { id: 7, selectors: [['#e1']], frame: [] } },
    { document: 'e' },
  );
  const values = ['#e1={{password}}', '#e2={{password2}}', '#e3={{code}}', '#e1={{password}}'];
  t.same(
    steps(),
    values.map((value) => `change ${value}`),
  );
  t.same(recording.secrets, ['password', 'password2', 'code']);
});

t.test('keys are pressed and released, with what is held', async (t) => {
  const { see, steps } = start();
  see({ type: 'key', keys: ['Control', 'k'] });
  t.same(steps(), ['keyDown Control', 'keyDown k', 'keyUp k', 'keyUp Control']);
});

t.test('Tab and scrolling are left out where the next step does them', async (t) => {
  const { see, steps } = start();
  see({ type: 'key', keys: ['Tab'] });
  see({ type: 'key', keys: ['Shift', 'Tab'] });
  see({ type: 'fill', value: 'a' });
  see({ type: 'key', keys: ['Tab'] });
  see({ type: 'key', keys: ['Enter'] });
  see({ type: 'scroll', x: 0, y: 10, on: undefined });
  see({ type: 'click' });
  see({ type: 'scroll', x: 0, y: 20, on: undefined });
  see({ type: 'click', hasGrown: true });
  see({ type: 'scroll', x: 0, y: 30, on: undefined });
  see({ type: 'scroll', x: 0, y: 40, on: undefined });
  t.same(steps(), [
    'change #e1=a',
    'keyDown Tab',
    'keyUp Tab',
    'keyDown Enter',
    'keyUp Enter',
    'click #e1',
    'scroll',
    'click #e1',
    'scroll',
  ]);
});

t.test('a navigation belongs to the step that caused it', async (t) => {
  const { see, navigated, steps, recording, pass } = start();
  see({ type: 'click' });
  navigated();
  t.match(recording.steps[2], {
    assertedEvents: [{ type: 'navigation', url: `${url}next` }],
  });
  see({ type: 'key', keys: ['Enter'] });
  pass(4000);
  navigated();
  see({ type: 'click', id: 2 });
  pass(20_000);
  navigated();
  t.same(steps(), ['click #e1 >', 'keyDown Enter >', 'keyUp Enter', 'click #e2']);
  t.equal(recording.steps[3]?.timeout, 9000, 'a slow one is awaited for longer');
});

t.test('an address that was typed, Back and Reload are steps', async (t) => {
  const { see, navigated, steps, pass } = start();
  see({ type: 'click' });
  const mark = 3;
  see({ type: 'click', id: 2 });
  navigated({ by: 'person', mark });
  navigated({ by: 'either' });
  pass(3000);
  navigated({ by: 'either' });
  const page = `navigate ${url}next?token=1#a >`;
  t.same(steps(), ['click #e1', page, 'click #e2 >', page]);
});

t.test('a window continues the page that opened it, and another tab is loaded', async (t) => {
  const { see, navigated, steps } = start();
  see({ type: 'click' });
  navigated({ tab: 'two', isNewTab: true });
  see({ type: 'click', id: 2 }, { tab: 'two', url: `${url}next` });
  navigated({ tab: 'one' });
  see({ type: 'click', id: 3 }, { tab: 'one', url: `${url}back` });
  t.same(steps(), ['click #e1 >', 'click #e2', `navigate ${url}back >`, 'click #e3']);
});

t.test('no more steps are recorded than a render takes', async (t) => {
  const { see, recording, notes } = start(6);
  for (let id = 1; id < 20; id += 1) see({ type: 'click', id });
  t.match(notes, [/^The recording is full, .* 6 steps/]);
  t.equal(notes.length, 1);
  see({ type: 'key', keys: ['Enter'] });
  t.ok(recording.steps.length <= 6);
  t.equal(recording.isFull, true);
});

t.test('no text of a recording contains the value of a secret', async (t) => {
  const { see, navigated, recording, steps, pass } = start();
  const secret = 'hunter22 xyz';
  see({ type: 'fill', value: secret });
  see({ type: 'fill', id: 2, value: secret, secret: 'password' });
  see({ type: 'click', id: 3 }, { byName: `aria/${secret}[role="button"]`, document: 'e' });
  const on = { id: 4, selectors: [[`text/${secret}`]], frame: [] };
  see({ type: 'click', on }, { document: 'e' });
  pass(20_000);
  navigated({
    by: 'person',
    url: `https://ada:pw@shop.example/${encodeURIComponent(secret)}?p=hunter22+xyz`,
  });
  t.same(steps(), [
    'change #e1={{password}}',
    'change #e2={{password}}',
    'click #e3',
    'click text/{{secret}}',
    'navigate https://shop.example/{{password}}?p={{password}} >',
  ]);
  t.notMatch(JSON.stringify(recording.steps), /hunter|pw/);
  t.equal(recording.steps[2], recording.steps[2], 'each step is one object');
});

t.test('a password that is the word of its placeholder or field stays usable', async (t) => {
  const { see, steps } = start();
  see({
    type: 'fill',
    value: 'password',
    secret: 'password',
    on: { id: 1, selectors: [['[name=password]'], ['input']], frame: [] },
  });
  t.same(steps(), ['change input={{password}}']);
});

t.test('navigations count as steps, and one that repeats another is left out', async (t) => {
  const { navigated, steps, recording, pass } = start(6);
  navigated({ by: 'person' });
  pass(3000);
  navigated({ by: 'either' });
  t.equal(steps().length, 1);
  t.equal(recording.isFull, false);
  for (let page = 0; page < 20; page += 1) navigated({ by: 'person', url: `${url}${page}` });
  t.ok(recording.steps.length <= 6);
  t.equal(recording.isFull, true);
});

t.test('no more characters are recorded than a render takes', async (t) => {
  const { see, recording, notes } = start(100, 5000);
  for (let id = 1; id < 20; id += 1) see({ type: 'fill', id, value: 'x'.repeat(300) });
  t.ok(JSON.stringify(recording.steps, undefined, 2).length <= 5000);
  t.ok(recording.steps.length > 5);
  t.match(notes, [/is full/]);
});

t.test('text in double braces that a person typed is noted', async (t) => {
  const { see, notes } = start();
  see({ type: 'fill', value: 'Dear {{ customer }}' });
  see({ type: 'fill', id: 2, value: '{{}} {x}' });
  see({ type: 'fill', id: 3, value: 'hunter22', secret: 'password' });
  t.match(notes, [/double braces/]);
  t.equal(notes.length, 1);
});
