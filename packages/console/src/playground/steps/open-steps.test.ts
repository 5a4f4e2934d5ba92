import t from 'tap';
import { openSteps } from './open-steps.ts';

const opened = (steps: unknown) => JSON.parse(openSteps(JSON.stringify(steps))) as unknown;

t.test('placeholders replace typed texts, one for each text', (t) => {
  const inner = [
    { fill: '#b', value: 'a{{b' },
    { type: 'change', selectors: ['#c'], value: 'x' },
  ];
  t.same(
    opened([
      { fill: '#a', value: 'hunter22' },
      { fill: '#again', value: 'hunter22' },
      { if_visible: '#a', then: inner, else: [{ fill: '#d', value: 'pre {{name}}' }] },
    ]),
    [
      { fill: '#a', value: '{{value}}' },
      { fill: '#again', value: '{{value}}' },
      {
        if_visible: '#a',
        then: [
          { fill: '#b', value: '{{value2}}' },
          { type: 'change', selectors: ['#c'], value: '{{value3}}' },
        ],
        else: [{ fill: '#d', value: '{{value4}}' }],
      },
    ],
  );
  t.end();
});

t.test('placeholders, options and other fields stay', (t) => {
  const steps = [
    { fill: '#a', value: '{{value}}' },
    { fill: '#a', value: '' },
    { select: '#a', value: 'blue' },
    { type: 'waitForElement', selectors: ['#a'], attributes: { value: 'x' } },
    { clik: 7 },
    null,
  ];
  t.same(opened(steps), steps);
  t.same(
    opened([steps[0], { fill: '#b', value: 'hunter22' }]),
    [steps[0], { fill: '#b', value: '{{value2}}' }],
    'a placeholder of its own',
  );
  t.same(opened([{ fill: '#otp', value: 123456 }]), [{ fill: '#otp', value: '{{value}}' }]);
  t.equal(openSteps('hunter22'), '');
  t.end();
});
