import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createKeptTabs } from './kept-tabs.ts';

function createTab(isClean: boolean | Promise<boolean> = true) {
  const tab = {
    isReusable: true,
    closed: 0,
    clean: async () => isClean,
    close: () => (tab.closed += 1),
  };
  return { tab };
}

/** Kept tabs whose clock is short. */
function createTabs(idleMs = 10_000) {
  let dropped = 0;
  const tabs = createKeptTabs<ReturnType<typeof createTab>['tab']>({
    idleMs,
    onDropped: () => (dropped += 1),
  });
  return { tabs, dropped: () => dropped };
}

t.test('a tab is taken once, by the same key', async (t) => {
  const { tabs, dropped } = createTabs();
  const { tab } = createTab();
  tabs.keep('a', tab);
  t.equal(await tabs.take('b', true), undefined);
  t.equal(await tabs.take('a', true), tab);
  t.equal(await tabs.take('a', true), undefined);
  t.same([dropped(), tab.closed], [0, 0]);
});

t.test(
  'waits for one that is being cleaned if it may, and takes another if that fails',
  async (t) => {
    const { tabs, dropped } = createTabs();
    const cleaning = Promise.withResolvers<boolean>();
    const [dirty, clean] = [createTab(cleaning.promise).tab, createTab().tab];
    tabs.keep('a', dirty);
    tabs.keep('a', clean);
    t.equal(await tabs.take('a', false), undefined);
    const taken = tabs.take('a', true);
    cleaning.resolve(false);
    t.equal(await taken, clean);
    await delay(1);
    t.same([dropped(), dirty.closed, clean.closed], [1, 1, 0]);
  },
);

t.test('one that cannot be cleaned is dropped while no render waits', async (t) => {
  const { tabs, dropped } = createTabs();
  const { tab } = createTab(false);
  tabs.keep('a', tab);
  await delay(1);
  t.same([dropped(), tab.closed], [1, 1]);
});

t.test('one that is lost meanwhile is not taken', async (t) => {
  const { tabs, dropped } = createTabs();
  const { tab } = createTab();
  tabs.keep('a', tab);
  tab.isReusable = false;
  t.equal(await tabs.take('a', true), undefined);
  t.equal(dropped(), 1);
});

t.test('closes each after a time, the oldest on demand, all at the end', async (t) => {
  const { tabs, dropped } = createTabs(50);
  const [one, two, three] = [createTab().tab, createTab().tab, createTab().tab];
  tabs.keep('a', one);
  tabs.keep('a', two);
  tabs.dropOldest();
  t.same([one.closed, two.closed], [1, 0]);
  while (two.closed === 0) await delay(10);
  tabs.keep('a', three);
  tabs.stop();
  t.equal(three.closed, 1);
  tabs.dropOldest();
  t.equal(dropped(), 3);
});
