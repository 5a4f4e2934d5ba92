import t from 'tap';
import { type Receipt, verdictNames, verdictsOf } from './receipt.ts';

t.test('what a receipt holds against its result', (t) => {
  const receipts: Record<string, Receipt> = {
    blank: { blank: { text: false, painted: false } },
    blocked: { wall: { kind: 'captcha', evidence: ['x'] } },
    http_error: { status: 404 },
    broken_images: { images: { broken: 1, loading: 0, lazy: 0 } },
    missing_glyphs: { glyphs: ['Thai'] },
    session_expired: { session: { name: 'a', used: true, expired: true } },
  };
  t.same(Object.keys(receipts), verdictNames);
  for (const [name, receipt] of Object.entries(receipts)) t.same(verdictsOf(receipt), [name]);
  t.same(verdictsOf({ status: 200, images: { broken: 0, loading: 2, lazy: 9 }, glyphs: [] }), []);
  t.same(verdictsOf({}), []);
  t.same(verdictsOf(Object.assign({}, ...Object.values(receipts)) as Receipt), verdictNames);
  t.end();
});
