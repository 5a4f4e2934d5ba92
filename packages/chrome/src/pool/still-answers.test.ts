import t from 'tap';
import { stillAnswers } from './still-answers.ts';

function asked() {
  const { promise, resolve, reject } = Promise.withResolvers<never>();
  const answer = () => resolve({} as never);
  return { session: { send: () => promise }, answer, refuse: () => reject(new Error('gone')) };
}

/** Keeps Node running, as the timers of a watch do not. */
const alive = setInterval(() => {}, 1000);
t.teardown(() => clearInterval(alive));

t.test('what answers lives; what refuses, or is silent, does not', async (t) => {
  const one = asked();
  one.answer();
  t.equal(await stillAnswers(one.session, 60_000), true);
  const other = asked();
  other.refuse();
  t.equal(await stillAnswers(other.session, 60_000), false);
  t.equal(await stillAnswers(asked().session, 1), false);
  t.equal(await stillAnswers(asked().session, 1, () => 7), false);
});

t.test('while something comes, the answer is waited for', async (t) => {
  const { session, answer } = asked();
  let bytes = 0;
  const received = () => {
    bytes += 1;
    if (bytes === 7) answer();
    return bytes;
  };
  t.equal(await stillAnswers(session, 1, received), true);
  t.equal(bytes, 7);
  let last = 0;
  const ending = () => {
    last += 1;
    return Math.min(last, 5);
  };
  t.equal(await stillAnswers(asked().session, 1, ending), false, 'and when it ends, it is silent');
});
