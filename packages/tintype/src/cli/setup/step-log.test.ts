import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedStep } from '@tintype/chrome/record';
import t from 'tap';
import { createStepLog } from './step-log.ts';

const selectors = [['#a']];
const click: RecordedStep = { type: 'click', selectors, offsetX: 1, offsetY: 1 };
const change = (value: string): RecordedStep => ({ type: 'change', selectors, value });

function start() {
  const lines: string[] = [];
  return { lines, log: createStepLog((line) => lines.push(line)) };
}

t.test('prints each step once, when the next one follows or at the end', async (t) => {
  const { lines, log } = start();
  const field = change('a');
  const steps: RecordedStep[] = [{ type: 'navigate', url: 'https://shop.example/a?b#c' }];
  log.update(steps);
  steps.push(field);
  log.update(steps);
  Object.assign(field, { value: 'ada' });
  log.update(steps);
  t.same(lines, ['navigate to https://shop.example/a']);
  steps.push({ type: 'keyDown', key: 'Enter' }, { type: 'keyUp', key: 'Enter' }, click);
  log.update(steps);
  log.end(steps);
  log.end(steps);
  t.same(lines.slice(1), ['fill #a with "ada"', 'press Enter', 'click #a']);
});

t.test('prints the last step after a while, unless it is a field', async (t) => {
  const { lines, log } = start();
  log.update([click]);
  await delay(1100);
  t.same(lines, ['click #a']);
  log.update([click, change('a')]);
  await delay(1100);
  t.same(lines, ['click #a']);
  log.end([click]);
});

t.test('clicks that become a double click are printed as one', async (t) => {
  const { lines, log } = start();
  log.update([click]);
  log.update([click, { ...click }]);
  const double: RecordedStep = { ...click, type: 'doubleClick' };
  log.update([double]);
  log.end([double]);
  t.same(lines, ['double-click #a']);
});

t.test('lines have no control characters', async (t) => {
  const { lines, log } = start();
  log.end([{ ...click, selectors: [['text/a\u001b[2Jb\nc']] }, change('x'.repeat(100))]);
  t.same(lines, ['click text/ab c', `fill #a with "${'x'.repeat(40)}..."`]);
});

t.test('prints Tab and scrolling only once they stay', async (t) => {
  const { lines, log } = start();
  const tab: RecordedStep[] = [
    { type: 'keyDown', key: 'Tab' },
    { type: 'keyUp', key: 'Tab' },
  ];
  const scroll: RecordedStep = { type: 'scroll', x: 0, y: 9 };
  log.update([click, ...tab]);
  log.update([click, scroll]);
  await delay(1100);
  t.same(lines, ['click #a']);
  const field = change('a');
  log.update([click, scroll, field]);
  t.same(lines, ['click #a', 'scroll to 0, 9']);
  log.end([click, scroll, field, ...tab]);
  t.same(lines.slice(2), ['fill #a with "a"', 'press Tab']);
});
