import t from 'tap';
import { concealPlace, isStorePlace, placeOf } from './store-place.ts';

t.test('where a store lies', async (t) => {
  t.same(placeOf(undefined, '/data'), { kind: 'sqlite', folder: '/data' });
  t.same(placeOf('sqlite', '/data'), { kind: 'sqlite', folder: '/data' });
  t.same(placeOf('sqlite:/else', '/data'), { kind: 'sqlite', folder: '/else' });
  for (const url of ['postgres://db/x', 'postgresql://u:p@h:5433/x?sslmode=require']) {
    t.same(placeOf(url, '/data'), { kind: 'postgres', url });
    t.equal(isStorePlace(url), true);
  }
  for (const text of ['', 'sqlite:', 'postgres://', 'mysql://db/x', '/data', 'postgres:s3cret']) {
    t.equal(isStorePlace(text), false, text);
    t.throws(() => placeOf(text, '/data'), { code: 'invalid_parameter' });
  }
});

t.test('what may be shown of it', async (t) => {
  t.equal(concealPlace('sqlite:/else'), 'sqlite:/else');
  const url = 'postgres://user:s3cret@db.internal:5433/tintype?password=s3cret';
  t.equal(concealPlace(url), 'postgres://db.internal:5433/tintype');
});
