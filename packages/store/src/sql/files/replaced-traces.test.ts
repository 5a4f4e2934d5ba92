import t from 'tap';
import { replacedTraces } from './replaced-traces.ts';

const limits = { traces: 4, bytes: 100 };

/** Traces from `f10 s20`: of a failure with 10 bytes, then of a success with 20; newest first. */
const rowsOf = (text: string) =>
  text
    .split(' ')
    .map((name) => ({ name, bytes: Number(name.slice(1)), is_success: name[0] === 's' ? 1 : 0 }));

const replaced = (added: string, text: string) => {
  const [{ bytes, is_success } = { bytes: 0, is_success: 0 }] = rowsOf(added);
  const found = replacedTraces({ bytes, isSuccess: is_success === 1 }, rowsOf(text), limits);
  return found?.map(({ name }) => name).join(' ');
};

t.test('replaces the oldest traces beyond the number and the bytes', async (t) => {
  t.equal(replaced('f1', 'f2 f3 f4'), '');
  t.equal(replaced('f1', 'f2 f3 f4 f5'), 'f5');
  t.equal(replaced('f60', 'f20 f30 f10'), 'f30', 'a smaller one fits');
  t.equal(replaced('s1', 's2 s3 s4 s5'), 's5');
});

t.test('successes leave half of the limits to failures', async (t) => {
  t.equal(replaced('s1', 's2 s3 s4 f5 f6 f7'), 's3 s4 f7');
  t.equal(replaced('s40', 's30 f20 f25'), 's30');
  t.equal(replaced('s60', 'f40'), '');
  t.equal(replaced('s61', 'f40'), undefined, 'a large success replaces no failure');
  t.equal(replaced('f61', 'f40'), 'f40');
  t.equal(replaced('f200', 'f1'), 'f1', 'the caller limits a single one');
  t.equal(replaced('f1', 's2 s3 s4 s5'), 's5', 'failures share the rest by age');
});
