import t from 'tap';
import { pageOrigin } from './page-origin.ts';

t.test('scheme, host and port, and nothing that may be a secret', async (t) => {
  t.equal(
    pageOrigin({ url: 'https://u:p4ss@example.com:8443/s3cret?t0ken#x' }),
    'https://example.com:8443',
  );
  t.equal(pageOrigin({ url: 'HTTP://EXAMPLE.com/' }), 'http://example.com');
  t.equal(pageOrigin({ base_url: 'https://example.org/a' }), 'https://example.org');
  for (const nothing of [{}, { url: 'data:text/html,x' }, { url: 'no address' }, { url: 7 }]) {
    t.equal(pageOrigin(nothing), undefined);
  }
});
