import t from 'tap';
import { nameSelector } from './accessible-names.ts';

t.test('a name that a step reads as another one has no selector', async (t) => {
  t.equal(nameSelector('Buy', 'button'), 'aria/Buy[role="button"]');
  t.equal(nameSelector('Total [EUR] "now"', 'cell'), 'aria/Total [EUR] "now"[role="cell"]');
  for (const name of [
    'x[name="Buy"]',
    'x[name="Buy"][role="button"]',
    "[ role = 'link' ]",
    'Buy[role="button"]',
  ])
    t.equal(nameSelector(name, 'button'), undefined, name);
});
