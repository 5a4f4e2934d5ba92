import t from 'tap';
import { lastMinutes, mergeMinutes, minutesOf } from './merge-figures.ts';

const one = {
  at: 120,
  process: 'a:3000',
  succeeded: 3,
  failed: 1,
  errors: { timeout: 1 },
  stages: { navigate: { count: 3, ms: 30 } },
  p50Ms: 100,
  p95Ms: 300,
  running: 1,
  memoryBytes: 10,
  cache: { hits: 1, misses: 2 },
  requests: { queued: 7, processing: 1 },
  diskFreeBytes: 50,
};
const two = {
  ...one,
  at: 150,
  process: 'b:3000',
  succeeded: 1,
  errors: { timeout: 2, blank: 1 },
  stages: { navigate: { count: 1, ms: 10 }, encode: { count: 1, ms: 5 } },
  p50Ms: 500,
  p95Ms: 200,
  requests: { queued: 8, processing: 1 },
};

t.test('merges minutes of several processes', (t) => {
  const alone = { ...one, at: 185 };
  const [merged, last, ...more] = mergeMinutes([one, two, alone]);
  t.same(more, []);
  t.equal(last, alone);
  t.same(merged, {
    at: 150,
    succeeded: 4,
    failed: 2,
    errors: { timeout: 3, blank: 1 },
    stages: { navigate: { count: 4, ms: 40 }, encode: { count: 1, ms: 5 } },
    p50Ms: 200,
    p95Ms: 300,
    running: 2,
    memoryBytes: 20,
    cache: { hits: 2, misses: 4 },
    requests: { queued: 8, processing: 1 },
    diskFreeBytes: 50,
  });
  t.same(mergeMinutes([{ at: 1 }, { at: 2 }]), [{ at: 2, errors: {}, stages: {} }]);
  t.same(mergeMinutes([]), []);
  t.end();
});

t.test('distinguishes processes by their names', (t) => {
  const minutes = [one, two, { ...one, at: 180 }];
  t.same(
    lastMinutes(minutes).map(({ at, process }) => [at, process]),
    [
      [180, 'a:3000'],
      [150, 'b:3000'],
    ],
  );
  t.equal(minutesOf(minutes, 'a:3000').length, 2);
  t.equal(minutesOf(minutes, 'c').length, 0);
  const many = Array.from({ length: 60 }, (_, at) => ({ at, process: String(at) }));
  t.equal(lastMinutes(many).length, 50);
  t.end();
});
