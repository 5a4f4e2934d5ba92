import type { RequestState } from '@tintype/client';
import t from 'tap';
import { findEarlier } from './earlier-request.ts';

const url = 'https://example.com/a';
const one = (id: string, more: Partial<RequestState> = {}): RequestState => ({
  id,
  status: 'succeeded',
  api: 'screenshot',
  url,
  created: 100,
  file: `http://x.example/v1/files/${id}.png`,
  ...more,
});

const serving = (requests: RequestState[]) => {
  const asked: URLSearchParams[] = [];
  const send = async (_method: string, path: string) => {
    const query = new URL(path, 'http://x.example').searchParams;
    asked.push(query);
    const from = Number(query.get('cursor') ?? 0);
    const next = from + Number(query.get('limit'));
    const headers: Record<string, string> =
      next < requests.length
        ? { link: `<http://x.example/v1/requests?cursor=${next}>; rel="next"` }
        : {};
    return Response.json({ requests: requests.slice(from, next) }, { headers });
  };
  return { send, asked };
};

t.test('findEarlier returns the previous render of the same URL with a file', async (t) => {
  const api = serving([
    one('later'),
    one('this'),
    one('longer', { url: `${url}/b` }),
    one('expired', { expires: 1 }),
    one('before'),
    one('older'),
  ]);
  t.match(await findEarlier(api, one('this')), { id: 'before' });
  t.equal(api.asked[0]?.get('address'), url);
  t.equal(api.asked[0]?.get('until'), '101');
  t.equal(await findEarlier(serving([one('this')]), one('this')), undefined);
  const html = { ...one('this'), url: undefined } as unknown as RequestState;
  t.equal(await findEarlier(api, html), undefined, 'HTML has no address');
});

t.test('findEarlier returns the previous run of a task', async (t) => {
  const api = serving([
    one('this', { task: 7 }),
    one('before', { task: 7, url: 'https://x.example/' }),
  ]);
  t.match(await findEarlier(api, one('this', { task: 7 })), { id: 'before' });
  t.equal(api.asked[0]?.get('task'), '7');
  t.equal(api.asked[0]?.has('address'), false);
});

t.test('findEarlier skips deeper URLs, up to a limit', async (t) => {
  const deeper = (count: number) =>
    Array.from({ length: count }, (_, at) => one(`deep${at}`, { url: `${url}/${at}` }));
  const api = serving([one('this'), ...deeper(21), one('before')]);
  t.match(await findEarlier(api, one('this')), { id: 'before' });
  t.equal(api.asked.length, 2);
  const far = serving([one('this'), ...deeper(500), one('before')]);
  t.equal(await findEarlier(far, one('this')), undefined);
  t.equal(far.asked.length, 10);
});

t.test('findEarlier compares a failed request with the last successful one', async (t) => {
  const api = serving([one('same second'), one('before', { created: 99 })]);
  t.match(await findEarlier(api, one('failed')), { id: 'before' });
});
