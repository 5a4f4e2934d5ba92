import t from 'tap';
import { takesGzip } from './compress-json.ts';

t.test('recognises clients that accept gzip', async (t) => {
  for (const accepted of [
    'gzip',
    'deflate, GZIP;q=0.5',
    'br;q=1.0, *;q=0.1',
    'x-gzip',
    ['br', 'gzip'],
  ]) {
    t.ok(takesGzip(accepted), String(accepted));
  }
  for (const accepted of [
    undefined,
    '',
    'br',
    'identity',
    'gzip;q=0',
    'gzip; q=0.0, *',
    '*;q=0',
    'gzip;q=x',
  ]) {
    t.notOk(takesGzip(accepted), String(accepted));
  }
});
