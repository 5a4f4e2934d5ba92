import t from 'tap';
import { createTurns } from './create-turns.ts';

t.test('work waits for its turn, and no owner has more than a few', async (t) => {
  const turns = createTurns({ atOnce: 1, each: 2, all: 3 });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const add = (owner: string, signal?: AbortSignal) =>
    turns(
      owner,
      () => {
        begun.push(owner);
        return new Promise<string>((resolve) => ends.push(() => resolve(owner)));
      },
      signal,
    );
  const first = add('a');
  const leaving = new AbortController();
  const second = add('a', leaving.signal);
  const third = add('b');
  t.same(begun, ['a']);
  await t.rejects(add('a'), { code: 'queue_full' }, 'an owner');
  await t.rejects(add('c'), { code: 'queue_full' }, 'all of them');
  leaving.abort(new Error('gone'));
  ends.shift()?.();
  t.equal(await first, 'a');
  await t.rejects(second, { message: 'gone' });
  t.same(begun, ['a', 'b'], 'who has gone begins nothing');
  ends.shift()?.();
  t.equal(await third, 'b');
  const failing = turns('a', () => Promise.reject(new Error('broken')));
  await t.rejects(failing, { message: 'broken' });
  const after = add('a');
  ends.shift()?.();
  t.equal(await after, 'a', 'a failure gives its turn on');
});
