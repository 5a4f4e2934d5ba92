import { maxSteps } from '@tintype/contract/steps';
import t from 'tap';
import { failedStep, parametersOfPage, planRun } from './plan-run.ts';

const steps = [{ click: '#a' }, { capture: 'own' }, { press: 'Enter' }, { pause: 1 }];

t.test('captures an image after each step up to one', (t) => {
  const { steps: sent, outputs, shown, origins } = planRun(steps, 2);
  t.same(sent, [{ click: '#a' }, { capture: 'step-1' }, { capture: 'step-2' }, { press: 'Enter' }]);
  t.same(
    outputs.map(({ name }) => name),
    ['step-1.webp', 'step-2.webp', 'step-3.webp'],
  );
  t.same(shown, [0, 1, 2]);
  t.same(origins, [0, 0, 1, 2]);
  t.end();
});

t.test('has images of the last ten steps, and of fewer if the request is full', (t) => {
  const many = (count: number) => Array.from({ length: count }, () => ({ pause: 1 }));
  t.same(planRun(many(25), 24).shown, [15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  t.same(planRun(many(maxSteps), maxSteps - 1).shown, [maxSteps - 1]);
  const nested = [{ if_visible: '#a', then: many(97) }, { pause: 1 }, { pause: 1 }];
  const { steps: sent, shown } = planRun(nested, 2);
  t.same([sent.length, shown], [3, [2]]);
  t.end();
});

t.test('a failure is that of a step of the form', (t) => {
  const plan = planRun([{ click: '#a' }, { click: 'text/a (b): c' }], 1);
  const titles = ['click #a', 'click text/a (b): c'];
  const failed = (message: string) => failedStep(message, plan, titles);
  t.same(failed('steps: step 3 (click text/a (b): c): nothing matched within 5 s.'), {
    step: 1,
    message: 'Nothing matched within 5 s.',
  });
  t.same(
    failed('None of the outputs could be made. steps: step 1 (click #a): its element is gone.'),
    { step: 0, message: 'Its element is gone.' },
  );
  t.same(failed('None of the outputs could be made. steps: step 3.2 (press Enter): it failed.'), {
    step: 1,
    message: '2.2 press Enter: it failed.',
  });
  t.equal(failed('The page cannot be reached.'), undefined);
  t.equal(failed('steps: step 9 (click #a): x.'), undefined);
  t.end();
});

t.test('parameters are those of the page, and those after the last step only at the end', (t) => {
  const declared = [
    { name: 'url', half: 'load' },
    { name: 'wait_for_selector', half: 'load' },
    { name: 'format', half: 'capture' },
    { name: 'async', half: 'service' },
  ].map((one) => ({ ...one, type: 'string', group: 'page', description: '' }) as const);
  const given = { url: 'a', wait_for_selector: '#a', format: 'png', async: true };
  const of = (isPartial: boolean) => parametersOfPage(given, declared as never, isPartial);
  t.same(of(false), { url: 'a', wait_for_selector: '#a' });
  t.same(of(true), { url: 'a' });
  t.end();
});
