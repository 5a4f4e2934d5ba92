import { readStep, shortStepNames } from '@tintype/contract/steps';
import t from 'tap';
import { ofShort, shortOf, stepForms } from './short-step.ts';

/** Steps with lists of objects, which are edited as JSON. */
const asJson = ['upload', 'if_visible'];

t.test('each step has a form, whose example is a step', (t) => {
  t.same([...Object.keys(stepForms), ...asJson].toSorted(), [...shortStepNames].toSorted());
  for (const [name, { example }] of Object.entries(stepForms)) {
    const step = ofShort({ name, main: example, value: 'x' });
    t.type(readStep(step, 1), 'object', name);
    t.match(shortOf(step), { name, main: example });
  }
  t.end();
});

t.test('numbers are numbers, other texts stay', (t) => {
  t.same(ofShort({ name: 'pause', main: '500', value: '' }), { pause: 500 });
  t.same(ofShort({ name: 'scroll', main: 'bottom', value: '' }), { scroll: 'bottom' });
  t.same(ofShort({ name: 'pause', main: 'long', value: '' }), { pause: 'long' });
  t.same(ofShort({ name: 'fill', main: '#a', value: '5' }), { fill: '#a', value: '5' });
  t.end();
});

t.test('a form never hides a part of a step', (t) => {
  for (const given of [
    { click: '#a', timeout: 5 },
    { click: ['#a', '#b'] },
    { wait_for: '#a', visible: false },
    { type: 'click', selectors: [['#a']] },
    { if_visible: '#a', then: [] },
    { constructor: '#a' },
    'click',
    null,
  ]) {
    t.equal(shortOf(given), undefined, JSON.stringify(given));
  }
  t.end();
});
