import t from 'tap';
import { createTapReport } from './tap-report.ts';

const RUN = `TAP version 14
# Subtest: outer
    # Subtest: inner
        ok 1 - fine
        not ok 2 - should be equal
          ---
          compare: ===
          ...
        
        1..2
    not ok 1 - inner # time=3ms
    ok 2 - later # SKIP no browser
not ok 1 - outer # time=5ms

# Subtest: second
    # Left to npm run test:all: a case
    ok 1 - fine
ok 2 - second # time=5ms

ok 3 - outside of every subtest
1..3
# { total: 5, pass: 3, fail: 1, skip: 1 }
# time=9ms`;

t.test('shows failures with their diagnosis, and skips', async (t) => {
  const report = createTapReport();
  const shown = RUN.split('\n').filter((line) => report.read(line) !== undefined);
  t.same(
    shown.map((line) => line.trim()),
    [
      'not ok 2 - should be equal',
      '---',
      'compare: ===',
      '...',
      'not ok 1 - inner # time=3ms',
      'ok 2 - later # SKIP no browser',
      'not ok 1 - outer # time=5ms',
    ],
  );
  t.same(report.totals, { passed: 3, failed: 1, skipped: 1, left: 1 });
  t.equal(report.isComplete, true);
});

t.test('knows when a run was cut off', async (t) => {
  const report = createTapReport();
  for (const line of RUN.split('\n').slice(0, 12)) report.read(line);
  t.equal(report.isComplete, false);
  t.same(report.totals, { passed: 1, failed: 1, skipped: 1, left: 0 });
});
