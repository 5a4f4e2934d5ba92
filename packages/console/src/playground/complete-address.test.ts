import t from 'tap';
import { completeAddress } from './complete-address.ts';

t.test('the scheme that people leave out', (t) => {
  t.equal(completeAddress('example.com'), 'https://example.com');
  t.equal(completeAddress(' www.bücher.example/a?b=c '), 'https://www.bücher.example/a?b=c');
  t.equal(completeAddress('example.com:8443/x'), 'https://example.com:8443/x');
  t.equal(completeAddress('localhost:3000/a'), 'http://localhost:3000/a');
  t.equal(completeAddress('127.0.0.1'), 'http://127.0.0.1');
  t.end();
});

t.test('everything else stays as it is', (t) => {
  for (const typed of [
    '',
    'example',
    'http://example.com',
    'https://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'user@example.com',
    '<script>',
    'localhost.example:x',
  ]) {
    t.equal(completeAddress(typed), typed);
  }
  t.end();
});
