import t from 'tap';
import { createTapReport } from './tap-report.ts';

const RUN = `TAP version 14
1..2
# Subtest: a.test.ts
    # Subtest: inner
        ok 1 - fine
        not ok 2 - should be equal
          ---
          compare: ===
          ...
        
        1..2
    not ok 1 - inner # time=3ms
    ok 2 - later # SKIP no browser
not ok 1 - a.test.ts # time=5ms

# Subtest: b.test.ts
    ok 1 - fine
ok 2 - b.test.ts # time=5ms
# { total: 5, pass: 2, fail: 2, skip: 1 }
# time=9ms`;

t.test('shows files, failures with their diagnosis, and skips', async (t) => {
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
      'not ok 1 - a.test.ts # time=5ms',
      'ok 2 - b.test.ts # time=5ms',
    ],
  );
  t.same(report.totals, { passed: 2, failed: 2, skipped: 1 });
  t.same(report.failedFiles, [{ path: 'a.test.ts', passed: 1, failed: 1, skipped: 1 }]);
});

t.test('knows no totals of a run that was cut off', async (t) => {
  const report = createTapReport();
  for (const line of RUN.split('\n').slice(0, 12)) report.read(line);
  t.equal(report.totals, undefined);
});
