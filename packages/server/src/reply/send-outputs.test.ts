import t from 'tap';
import { readPackaging } from './send-outputs.ts';

t.test('selects the preferred format, JSON by default', async (t) => {
  for (const [accept, packaging] of [
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['text/html, image/webp', 'json'],
    ['application/zip', 'zip'],
    ['Application/ZIP', 'zip'],
    ['multipart/mixed', 'multipart'],
    ['application/json, application/zip', 'json'],
    ['application/json;q=0.5, application/zip', 'zip'],
    ['application/zip;q=0.1, multipart/mixed;q=0.2, */*', 'multipart'],
    ['application/zip;q=0', 'json'],
    ['application/zip;q=x', 'json'],
    ['constructor', 'json'],
  ] as const) {
    t.equal(readPackaging(accept), packaging, accept ?? 'nothing');
  }
});
