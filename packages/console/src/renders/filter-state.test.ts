import t from 'tap';
import { pollMsOf, readFilter, toQuery } from './filter-state.ts';

t.test('filters are in the URL, and in the form that the service expects', (t) => {
  const filter = readFilter(
    new URLSearchParams('status=failed&colour=red&time=last+day&host=&error=timeout'),
  );
  t.equal(String(filter), 'status=failed&time=last+day&error=timeout');
  t.equal(pollMsOf(filter, 3), 15_000);
  t.equal(pollMsOf(filter, 6), undefined, 'far back, each look asks for many pages');
  const now = Date.UTC(2026, 10, 21, 12, 15, 7);
  const since = Date.UTC(2026, 10, 20, 12, 15) / 1000;
  t.equal(toQuery(filter, now), `status=failed&error=timeout&since=${since}`);
  t.equal(toQuery(readFilter(new URLSearchParams('time=ever&api=pdf')), now), 'api=pdf');
  const plain = readFilter(new URLSearchParams('status=failed&api=pdf&time=x'));
  t.equal(pollMsOf(plain, 3), 3_000);
  t.end();
});
