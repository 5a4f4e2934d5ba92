import t from 'tap';
import { errorTable, type ErrorInfo } from './error-table.ts';
import { retryableCodes } from './retryable-codes.ts';

t.test('clients retry what the error table calls retryable', async (t) => {
  const entries = Object.entries<ErrorInfo>(errorTable);
  const retryable = entries.filter((entry) => entry[1].retryable).map(([code]) => code);
  t.same([...retryableCodes].toSorted(), retryable.toSorted());
});
