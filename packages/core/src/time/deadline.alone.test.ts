import { RenderError } from '@tintype/contract';
import t, { type Test } from 'tap';
import { createDeadline as createStanding, endWith, type Deadline } from './deadline.ts';

const never = new Promise<never>(() => {});

function createDeadline(t: Test, timeoutMs: number, outer?: AbortSignal): Deadline {
  const deadline = createStanding(timeoutMs, outer);
  t.teardown(() => deadline.dispose());
  deadline.start();
  return deadline;
}

t.test('the clock is stopped while the render waits for a page', async (t) => {
  const deadline = createStanding(20);
  const detached = deadline.detach(new AbortController().signal);
  await deadline.sleep(60);
  t.equal(deadline.remainingMs(), 20);
  deadline.start();
  deadline.start();
  deadline.pause();
  const leftMs = deadline.remainingMs();
  await deadline.sleep(60);
  t.equal(deadline.remainingMs(), leftMs);
  t.notOk(deadline.signal.aborted);
  detached.start();
  await t.rejects(deadline.race(never), { code: 'timeout' }, 'they are one clock');
  await t.rejects(detached.race(never), { code: 'timeout' });
});

t.test('a caller can abort while the clock is stopped', async (t) => {
  const controller = new AbortController();
  const deadline = createStanding(10_000, controller.signal);
  const work = deadline.race(never);
  controller.abort();
  await t.rejects(work, { code: 'cancelled' });
  deadline.dispose();
});

t.test('ends work that hangs, and names the activity', async (t) => {
  const deadline = createDeadline(t, 30);
  deadline.activity = 'waiting for load';
  await t.rejects(deadline.race(never), {
    code: 'timeout',
    message: 'The rendering did not finish within 0.03 s; it was waiting for load.',
  });
  t.ok(deadline.signal.aborted);
  // Timers of Node fire up to a millisecond early.
  t.ok(deadline.remainingMs() < 1);
});

t.test('passes results and errors of work that ends in time', async (t) => {
  const deadline = createDeadline(t, 10_000);
  t.equal(await deadline.race(Promise.resolve(7)), 7);
  await t.rejects(deadline.race(Promise.reject(new Error('own'))), /own/);
  t.notOk(deadline.signal.aborted);
});

t.test('an aborting caller ends the deadline as cancelled', async (t) => {
  const controller = new AbortController();
  const deadline = createDeadline(t, 10_000, controller.signal);
  const work = deadline.race(never);
  controller.abort();
  await t.rejects(work, { code: 'cancelled' });
});

t.test('a caller that aborted before the start ends it as cancelled', async (t) => {
  const deadline = createDeadline(t, 10_000, AbortSignal.abort());
  await t.rejects(deadline.race(never), { code: 'cancelled' });
});

t.test('the first reason counts', async (t) => {
  const deadline = createDeadline(t, 10_000);
  deadline.fail(new RenderError('page_crashed'));
  deadline.fail(new RenderError('browser_lost'));
  await t.rejects(deadline.race(never), { code: 'page_crashed' });
});

t.test('a child fails separately, and ends with its parent', async (t) => {
  const parent = createDeadline(t, 10_000);
  const first = parent.child();
  first.fail(new RenderError('page_crashed'));
  await t.rejects(first.race(never), { code: 'page_crashed' });
  t.equal(await parent.race(Promise.resolve(1)), 1);
  const second = parent.child();
  second.activity = 'scrolling';
  t.equal(parent.activity, 'scrolling');
  const work = second.race(never);
  parent.fail(new RenderError('timeout'));
  await t.rejects(work, { code: 'timeout' });
});

t.test('sleep ends early when the render does', async (t) => {
  const deadline = createDeadline(t, 10_000);
  const slept = deadline.sleep(10_000);
  deadline.fail(new RenderError('cancelled'));
  await t.rejects(slept, { code: 'cancelled' });
});

t.test('restart gives a recording its own time once', async (t) => {
  const deadline = createDeadline(t, 10_000);
  const part = deadline.child();
  part.restart(40);
  part.restart(10_000);
  t.ok(part.remainingMs() <= 40);
  part.activity = 'recording (3 of 60 frames)';
  await t.rejects(part.race(never), {
    code: 'timeout',
    message:
      'The recording did not finish within 0.04 s; it was recording (3 of 60 frames). A shorter or smaller video, or a lower fps, takes less.',
  });
  t.ok(deadline.signal.aborted, 'the render ends with it');
});

t.test('restart applies to detached deadlines too', async (t) => {
  const deadline = createDeadline(t, 60);
  const detached = deadline.detach(new AbortController().signal);
  detached.restart(10_000);
  await detached.sleep(120);
  t.notOk(deadline.signal.aborted);
  t.notOk(detached.signal.aborted);
  for (const part of [deadline, detached]) part.dispose();
});

t.test('an ended deadline cannot be restarted', async (t) => {
  const deadline = createDeadline(t, 10_000);
  deadline.fail(new RenderError('page_crashed'));
  deadline.restart(20_000);
  t.ok(deadline.remainingMs() <= 10_000);
});

t.test('a detached deadline ends with the time or its own signal', async (t) => {
  const first = new AbortController();
  const all = new AbortController();
  const deadline = createDeadline(t, 80, first.signal);
  const detached = deadline.detach(all.signal);
  const other = deadline.detach(all.signal);
  detached.activity = 'loading';
  first.abort();
  t.ok(deadline.signal.aborted);
  t.notOk(detached.signal.aborted);
  await t.rejects(detached.race(never), {
    code: 'timeout',
    message: /^The .* 0.08 s; it was loa/,
  });
  const long = createDeadline(t, 10_000);
  const last = long.detach(all.signal);
  const ending = last.race(never);
  all.abort();
  await t.rejects(ending, { code: 'cancelled' });
  for (const part of [deadline, detached, other, long, last]) part.dispose();
});

t.test('a sleep without a waiting caller does not keep Node alive', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const deadline = createDeadline(t, 60_000);
  deadline.start();
  await Promise.race([deadline.sleep(30_000), Promise.resolve()]);
  t.equal(timers(), before + 1, 'a render that runs does');
  deadline.dispose();
  t.equal(timers(), before);
});

t.test('endWith fails a deadline with a signal, until detached', async (t) => {
  const controller = new AbortController();
  const ending = createStanding(10_000);
  const parted = createStanding(10_000);
  endWith(ending, controller.signal);
  endWith(parted, controller.signal)();
  controller.abort(new RenderError('page_crashed'));
  t.match(ending.signal.reason, { code: 'page_crashed' });
  t.notOk(parted.signal.aborted);
  const late = createStanding(10_000);
  endWith(late, controller.signal);
  t.match(late.signal.reason, { code: 'page_crashed' }, 'what is over already ends it at once');
  const left = createStanding(10_000);
  endWith(left, AbortSignal.abort());
  t.match(left.signal.reason, { code: 'cancelled' });
});
