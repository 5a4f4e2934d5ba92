import t from 'tap';
import { resultHeaders, shownName } from './result-headers.ts';

const policyOf = (mediaType: string) =>
  resultHeaders({ mediaType, extension: 'x' })['content-security-policy'];

t.test('restricts documents, of plugins as well', async (t) => {
  const documents = ['text/html', 'Text/HTML; charset=utf-8', 'image/svg+xml', 'application/xml'];
  for (const type of [...documents, 'application/rdf+xml', 'multipart/related'])
    t.match(policyOf(type), /sandbox/, type);
  for (const type of ['image/png', 'video/mp4', 'application/pdf', 'text/markdown'])
    t.equal(policyOf(type), undefined, type);
});

t.test('names results after the host only', async (t) => {
  const name = (url?: string) => shownName({ kind: 'pdf', ...(url === undefined ? {} : { url }) });
  t.equal(name('https://user:pw@www.example.com:8080/reset/token?key=1#x'), 'example.com');
  t.equal(name('http://[::1]/'), '1');
  t.equal(name('http://127.0.0.1/'), '127.0.0.1');
  t.equal(name('https://größe.example/'), 'xn--gre-6ka8i.example');
  t.equal(name(`https://${'a.'.repeat(120)}example/`).length, 100);
  t.equal(name(), 'pdf');
});
