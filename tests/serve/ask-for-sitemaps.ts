import type { FixtureServer } from '@tintype/testkit';
import type { Test } from 'tap';
import type { ServiceProcess } from './run-service.ts';

const entry = (path: string) => `<url><loc>${path}</loc></url>`;

/**
 * The pages of a sitemap become a batch of a service that may reach 127.0.0.1, and not 127.0.0.2.
 */
export async function askForSitemaps(
  t: Test,
  service: ServiceProcess,
  pages: FixtureServer,
): Promise<void> {
  const urls = [1, 2, 3].map((at) => pages.page(`/of-a-sitemap/${at}`, `<h1>page ${at}`));
  const foreign = pages.url('/foreign', '127.0.0.2');
  pages.file('/one.xml', 'text/xml', `<urlset>${[...urls, foreign].map(entry).join('')}</urlset>`);
  const sitemap = pages.file(
    '/sitemap.xml',
    'text/xml',
    `<sitemapindex><sitemap><loc>${pages.url('/one.xml')}</loc></sitemap></sitemapindex>`,
  );
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${service.address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-access-key': service.accessKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, told: (await answer.json()) as Record<string, never> };
  };
  const kind = 'screenshot';
  const small = { viewport_width: 200, viewport_height: 100 };
  const { status, told } = await ask('/v1/batches', { kind, ...small, sitemap });
  t.equal(status, 202, JSON.stringify(told));
  t.match(told, { total: 3, sitemap: { pages: 3, left_out: 1 } });
  const { told: list } = await ask(`/v1/requests?batch=${String(told['id'])}`);
  const { requests } = list as unknown as { requests: { url: string }[] };
  t.same(new Set(requests.map(({ url }) => url)), new Set(urls));
  const some = await ask('/v1/batches', { kind, ...small, sitemap, limit: 2 });
  t.match(some.told, { total: 2, sitemap: { pages: 2, left_out: 0 } });

  for (const [body, expected, message] of [
    [{ sitemap: foreign }, 403, /^sitemap: .*127\.0\.0\.2/],
    [{ sitemap: 'http://169.254.169.254/latest/' }, 403, /^sitemap: /],
    [{ sitemap: pages.redirect('/to', `${foreign}.xml`) }, 403, /^sitemap: /],
    [{ sitemap: pages.url('/none.xml') }, 400, /answered 404/],
    [{ sitemap: urls[0] }, 400, /is no sitemap/],
    [{ sitemap: 'file:///etc/passwd' }, 400, /absolute http or https address/],
    [{ sitemap, limit: 1001 }, 400, /limit must be an integer from 1 to 1000/],
    [{ sitemap, urls }, 400, /urls cannot be given with sitemap/],
    [{ urls, limit: 1 }, 400, /limit belongs to sitemap/],
  ] as const) {
    const refused = await ask('/v1/batches', { kind, ...body });
    t.equal(refused.status, expected, JSON.stringify([body, refused.told]));
    t.match(refused.told, { message });
  }
}
