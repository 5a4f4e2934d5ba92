import type { Account } from '@tintype/store';
import t from 'tap';
import { createReadSitemap } from './create-read-sitemap.ts';

const url = new URL('https://a.test/sitemap.txt');

t.test('slow sitemaps of one account leave room for those of others', async (t) => {
  const slow = new AbortController();
  const read = createReadSitemap(async (_url, signal, accountId) => {
    if (accountId.startsWith('other')) return Buffer.from('https://a.test/1');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  const of = (id: string) => read({ id } as Account, url, 10, slow.signal);
  const held = Array.from({ length: 4 }, () => of('hostile').catch((error: Error) => error));
  await t.rejects(of('hostile'), {
    code: 'queue_full',
    message: '4 sitemaps of this account are being read.',
    retryAfterS: 5,
  });
  t.match(await of('other 1'), { urls: ['https://a.test/1'] });
  held.push(...['second', 'second', 'third'].map((id) => of(id).catch((error: Error) => error)));
  await t.rejects(of('second'), { message: /^2 sitemaps of this account/ }, 'half of what is left');
  t.match(await of('other 2'), { urls: ['https://a.test/1'] });
  held.push(of('fourth').catch((error: Error) => error));
  await t.rejects(of('other 3'), { message: '8 sitemaps are being read.' });
  slow.abort(new Error('The client has gone.'));
  await Promise.all(held);
  const left = { signal: new AbortController().signal };
  const again = await read({ id: 'other 3' } as Account, url, 10, left.signal);
  t.match(again, { urls: ['https://a.test/1'] }, 'nothing is held any more');
});
