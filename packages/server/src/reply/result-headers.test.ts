import t from 'tap';
import { resultHeaders } from './result-headers.ts';

const policyOf = (mediaType: string) =>
  resultHeaders({ mediaType, extension: 'x' })['content-security-policy'];

t.test('what a browser would run or load something of is sealed, of plugins as well', async (t) => {
  const documents = ['text/html', 'Text/HTML; charset=utf-8', 'image/svg+xml', 'application/xml'];
  for (const type of [...documents, 'application/rdf+xml', 'multipart/related'])
    t.match(policyOf(type), /sandbox/, type);
  for (const type of ['image/png', 'video/mp4', 'application/pdf', 'text/markdown'])
    t.equal(policyOf(type), undefined, type);
});
