import t from 'tap';
import { maxSteps } from '@tintype/contract/steps';
import { listOf, moved, readPasted } from './step-list.ts';

const recording = {
  title: 'Log in',
  steps: [
    { type: 'setViewport', width: 800, height: 600, deviceScaleFactor: 1, isMobile: true },
    { type: 'navigate', url: 'https://shop.example/login' },
    { type: 'change', selectors: [['aria/E-mail']], value: 'ada@example.com' },
    { type: 'change', selectors: [['aria/Password'], ['#p']], value: 's3cret' },
    { type: 'change', selectors: [['#password-again']], value: 's3cret' },
    { type: 'change', selectors: [['#other-password']], value: 'another' },
    { type: 'close' },
  ],
};

t.test('an export becomes steps, its page, its size, and secrets', (t) => {
  const pasted = readPasted(JSON.stringify(recording));
  t.match(pasted, {
    url: 'https://shop.example/login',
    viewport: { viewport_width: '800', viewport_height: '600', viewport_mobile: 'true' },
    secrets: { password: 's3cret', password2: 'another' },
    steps: [
      { value: 'ada@example.com' },
      { value: '{{password}}' },
      { value: '{{password}}' },
      { value: '{{password2}}' },
    ],
  });
  if (typeof pasted === 'string') return t.fail(pasted);
  t.equal(pasted.steps.length, 4, 'steps without effect are left out');
  t.notOk('device_scale_factor' in pasted.viewport);
  t.notMatch(JSON.stringify(pasted.steps), /s3cret|another/);
  t.end();
});

t.test('a list stays as it is, faulty steps too', (t) => {
  const steps = [{ navigate: 'https://a.example/' }, { clik: '#a' }, 7];
  t.same(readPasted(JSON.stringify(steps)), { steps, viewport: {}, secrets: {} });
  t.end();
});

t.test('rejects texts that are no list', (t) => {
  t.equal(readPasted('- click: text/Sign in'), 'This is not JSON; the console reads no YAML.');
  t.equal(readPasted(' '), 'There are no steps in it.');
  t.match(readPasted('{"a":1}'), /^steps must be a list of steps, or a recording/);
  const many = JSON.stringify(Array.from({ length: maxSteps + 1 }, () => ({ pause: 1 })));
  t.equal(readPasted(many), `At most ${maxSteps} steps are possible; got ${maxSteps + 1}.`);
  t.match(listOf('{"steps":3}'), /^steps must be a list of steps/);
  t.same(listOf(''), []);
  t.end();
});

t.test('moves an item', (t) => {
  t.same(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  t.same(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  t.same(moved(['a'], 3, 0), ['a']);
  t.end();
});
