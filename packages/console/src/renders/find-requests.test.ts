import t from 'tap';
import { findRequests } from './find-requests.ts';

/**
 * A service of numbered requests that looks at three of them at a time, and finds the even ones.
 */
function serviceOf(count: number) {
  const asked: URLSearchParams[] = [];
  const send = async (_method: string, path: string) => {
    const query = new URL(path, 'http://service.example').searchParams;
    asked.push(query);
    const from = Number(query.get('cursor') ?? 0);
    const numbers = Array.from({ length: count }, (_, at) => at).slice(from, from + 3);
    const fitting = numbers.filter((at) => at % 2 === 0).slice(0, Number(query.get('limit')));
    const next = Math.min(from + 3, (fitting.at(-1) ?? from) + 3);
    const headers: Record<string, string> =
      next < count ? { link: `<http://a.example/v1/requests?x=1&cursor=${next}>; rel="next"` } : {};
    return Response.json({ requests: fitting.map((at) => ({ id: String(at) })) }, { headers });
  };
  return { send, asked };
}

t.test('requests pages until there are enough results, or no more pages', async (t) => {
  const { send, asked } = serviceOf(7);
  const all = await findRequests({ send }, 'host=a.example', { limit: 9, pages: 9 });
  t.same(
    all.requests.map(({ id }) => id),
    ['0', '2', '4', '6'],
  );
  t.equal(all.isWhole, true);
  t.equal(asked[0]?.get('host'), 'a.example');
  t.same(
    asked.map((query) => query.get('limit')),
    ['9', '7', '6'],
  );
  const few = await findRequests({ send }, '', { limit: 2, pages: 9 });
  t.match(few, { requests: [{ id: '0' }, { id: '2' }], isWhole: false });
  const bounded = await findRequests(serviceOf(100), '', { limit: 99, pages: 2 });
  t.equal(bounded.isWhole, false);
  t.equal(bounded.requests.length, 3);
});
