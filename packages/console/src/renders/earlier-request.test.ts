import t from 'tap';
import { findEarlier } from './earlier-request.ts';
import type { RequestState } from './request-state.ts';

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
  const json = async (_method: string, path: string) => {
    asked.push(new URL(path, 'http://x.example').searchParams);
    return { requests } as never;
  };
  return { json, asked };
};

t.test('the one before has the same address, and a file', async (t) => {
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

t.test('of a run, the run before', async (t) => {
  const api = serving([
    one('this', { task: 7 }),
    one('before', { task: 7, url: 'https://x.example/' }),
  ]);
  t.match(await findEarlier(api, one('this', { task: 7 })), { id: 'before' });
  t.equal(api.asked[0]?.get('task'), '7');
  t.equal(api.asked[0]?.has('address'), false);
});
