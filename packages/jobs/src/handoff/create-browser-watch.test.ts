import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createBrowserWatch } from './create-browser-watch.ts';

t.test('browsers are away when none may give a page for a while, without a break', async (t) => {
  let mayGive = true;
  const watch = createBrowserWatch({ mayRender: () => mayGive }, { restMs: 0, awayMs: 20 });
  t.same(watch.look(), { isAble: true, isAway: false });
  await delay(30);
  mayGive = false;
  t.same(watch.look(), { isAble: false, isAway: false }, 'it counts from now on');
  await until(() => watch.look().isAway);
  mayGive = true;
  t.same(watch.look(), { isAble: true, isAway: false });
  mayGive = false;
  t.same(watch.look(), { isAble: false, isAway: false }, 'it counts anew');
});

t.test('a rest ends by itself, and is no absence', async (t) => {
  const watch = createBrowserWatch({}, { restMs: 20, awayMs: 0 });
  watch.rest();
  t.same(watch.look(), { isAble: false, isAway: false });
  await until(() => watch.look().isAble);
});
