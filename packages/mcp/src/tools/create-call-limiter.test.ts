import t from 'tap';
import { createCallLimiter } from './create-call-limiter.ts';

t.test('runs calls in order, and limits those of one owner and of all', async (t) => {
  const limiter = createCallLimiter({ running: 1, perOwner: 2, total: 3 });
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const add = (owner: string, signal?: AbortSignal) =>
    limiter(
      owner,
      () => {
        started.push(owner);
        return new Promise<string>((resolve) => ends.push(() => resolve(owner)));
      },
      signal,
    );
  const first = add('a');
  const leaving = new AbortController();
  const second = add('a', leaving.signal);
  const third = add('b');
  await new Promise(setImmediate);
  t.same(started, ['a']);
  await t.rejects(add('a'), { code: 'queue_full' }, 'an owner');
  await t.rejects(add('c'), { code: 'queue_full' }, 'all of them');
  leaving.abort(new Error('gone'));
  ends.shift()?.();
  t.equal(await first, 'a');
  await t.rejects(second, { message: 'gone' });
  t.same(started, ['a', 'b'], 'an aborted call does not start');
  ends.shift()?.();
  t.equal(await third, 'b');
  const failing = limiter('a', () => Promise.reject(new Error('broken')));
  await t.rejects(failing, { message: 'broken' });
  const after = add('a');
  await new Promise(setImmediate);
  ends.shift()?.();
  t.equal(await after, 'a', 'a failed call frees its slot');
});

t.test('an aborted call leaves the queue without waiting for its turn', async (t) => {
  const limiter = createCallLimiter({ running: 1, perOwner: 2, total: 3 });
  const first = Promise.withResolvers<void>();
  const running = limiter('a', () => first.promise);
  const leaving = new AbortController();
  const left = limiter('a', async () => t.fail('it must not start'), leaving.signal);
  const waiting = limiter('b', async () => 'done');
  // Both wait for the slot.
  await new Promise(setImmediate);
  leaving.abort(new Error('gone'));
  await t.rejects(left, { message: 'gone' });
  const replaced = limiter('a', async () => 'place');
  first.resolve();
  await running;
  t.same(await Promise.all([waiting, replaced]), ['done', 'place'], 'its place is free');
});

t.test('work before the slot starts only if the call is admitted', async (t) => {
  const limiter = createCallLimiter({ running: 1, perOwner: 1, total: 3 });
  const prepared: string[] = [];
  const prepare = (name: string) => async () => {
    prepared.push(name);
    return name;
  };
  const first = Promise.withResolvers<void>();
  const running = limiter('a', () => first.promise);
  const none = async () => t.fail('it must not start');
  await t.rejects(limiter('a', none, undefined, prepare('refused')), { code: 'queue_full' });
  const second = limiter('b', async (name) => `compared ${name}`, undefined, prepare('b'));
  await new Promise(setImmediate);
  t.same(prepared, ['b'], 'while another one runs');
  first.resolve();
  await running;
  t.equal(await second, 'compared b');
  const failing = () => Promise.reject(new Error('not rendered'));
  await t.rejects(limiter('b', none, undefined, failing), { message: 'not rendered' });
  t.equal(await limiter('b', async () => 'free'), 'free');
});
