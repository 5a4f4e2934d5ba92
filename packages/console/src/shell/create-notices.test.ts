import t from 'tap';
import { createNotices, type Notice } from './create-notices.ts';

/** Notices with a clock of the test's own. */
function noticesOf() {
  const done: string[] = [];
  const clock: { act?: () => void } = {};
  const screen: { shown?: Notice | undefined } = {};
  const notices = createNotices(
    (notice) => (screen.shown = notice),
    (_ms, act) => {
      clock.act = act;
      return () => delete clock.act;
    },
  );
  const change = (name: string) => ({
    run: async () => done.push(name),
    onUndo: () => done.push(`not ${name}`),
  });
  return { notices, done, clock, screen, change };
}

t.test('a deferred change is made once its message ends', async (t) => {
  const { notices, done, clock, screen, change } = noticesOf();
  notices.defer('Deleted.', change('delete'));
  t.equal(screen.shown?.text, 'Deleted.');
  t.same(done, []);
  clock.act?.();
  t.same(done, ['delete']);
  t.equal(screen.shown, undefined);
  void notices.flush();
  t.same(done, ['delete'], 'once');
});

t.test('an undone change is never made', async (t) => {
  const { notices, done, clock, screen, change } = noticesOf();
  notices.defer('Deleted.', change('delete'));
  screen.shown?.undo?.();
  t.equal(screen.shown, undefined);
  clock.act?.();
  void notices.flush();
  t.same(done, ['not delete']);
});

t.test(
  'a change is made when another message replaces its button, or the page closes',
  async (t) => {
    const { notices, done, screen, change } = noticesOf();
    notices.defer('Deleted.', change('first'));
    notices.defer('Deleted.', change('second'));
    t.same(done, ['first']);
    notices.notify('Saved.');
    t.same(done, ['first', 'second']);
    t.equal(screen.shown?.undo, undefined);
    notices.defer('Deleted.', change('third'));
    void notices.flush();
    t.same(done, ['first', 'second', 'third']);
  },
);

t.test('undo reverts a change that was made', async (t) => {
  const { notices, done, screen } = noticesOf();
  notices.notify('Paused.', { undo: () => done.push('resumed') });
  screen.shown?.undo?.();
  t.same(done, ['resumed']);
  t.equal(screen.shown, undefined);
});
