import t from 'tap';
import { findAmong, isBad } from './marks.ts';
import type { RequestState } from './request-state.ts';

const request = (id: string, changes: Partial<RequestState> = {}): RequestState => ({
  id,
  status: 'succeeded',
  api: 'pdf',
  created: 100,
  finished: 101,
  url: 'https://Example.com/a',
  receipt: { status: 200 },
  ...changes,
});

t.test('what is looked for among renders', (t) => {
  const requests = [
    request('quick'),
    request('slow', { finished: 110 }),
    request('waits', { finished: undefined as never }),
    request('wall', { receipt: { wall: { kind: 'captcha', evidence: ['x'] } } }),
    request('failed', { error: { message: 'x' }, receipt: { status: 500 } }),
    request('other', { url: 'https://other.example/' }),
    { ...request('html'), url: undefined } as unknown as RequestState,
  ];
  const ids = (wanted: { mark: string; words: string }) =>
    findAmong(requests, wanted).map(({ id }) => id);
  t.same(ids({ mark: 'slow', words: '' }), ['slow']);
  t.same(ids({ mark: 'objections', words: '' }), ['wall']);
  t.same(ids({ mark: '', words: ' OTHER.' }), ['other']);
  t.equal(ids({ mark: '', words: '' }).length, requests.length);
  t.end();
});

t.test('what a receipt objects to', (t) => {
  t.notOk(isBad({ status: 200, images: { broken: 0, loading: 2, lazy: 9 } }));
  t.ok(isBad({ status: 404 }));
  t.ok(isBad({ blank: { text: false, painted: false } }));
  t.ok(isBad({ images: { broken: 1, loading: 0, lazy: 0 } }));
  t.ok(isBad({ glyphs: ['Thai'] }));
  t.end();
});
