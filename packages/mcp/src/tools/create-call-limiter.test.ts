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
  ends.shift()?.();
  t.equal(await after, 'a', 'a failed call frees its slot');
});
