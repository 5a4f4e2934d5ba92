import t from 'tap';
import { errorTable, type ErrorInfo } from './error-table.ts';
import { retryCodes } from '../parameters/timing.ts';
import { retryableCodes } from './retryable-codes.ts';

t.test('clients retry what the error table calls retryable', async (t) => {
  const entries = Object.entries<ErrorInfo>(errorTable);
  const retryable = entries.filter((entry) => entry[1].retryable).map(([code]) => code);
  t.same([...retryableCodes].toSorted(), retryable.toSorted());
});

t.test('a render is retried only after such errors, which are not about its caller', async (t) => {
  for (const code of retryCodes)
    t.match(errorTable[code], { retryable: true, isAboutCaller: undefined }, code);
});
