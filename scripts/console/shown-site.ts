import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small site with pages to render, and a receiver of webhooks. */
export interface ShownSite {
  address: string;
  /** The price in the shop, which a task looks at. */
  setPrice(price: string): void;
  close(): Promise<void>;
}

const style = `body{margin:0;font:17px/1.6 Georgia,serif;color:#22303a;background:#f7f3ea}main{max-width:46rem;margin:0 auto;padding:2.5rem}
h1{font-size:2.4rem;margin:0 0 1rem}.sea{height:17rem;background:linear-gradient(#9cc7d8 55%,#2f6a86 55%)}.price{font:700 3rem system-ui;color:#8a3b12}
.box{background:#fff;border:1px solid #ddd3bf;border-radius:12px;padding:1.5rem;margin:1rem 0}`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>${content}`;
}

const harbour = page(
  'The harbour in winter',
  `<div class="sea"></div><main><h1>The harbour in winter</h1><p>When the last ferry has left, the quay belongs to the gulls. The lamps are lit at four, and the
   ropes are stiff with salt.</p><h2>What stays open</h2><ul><li>The café at the customs house</li><li>The chandler, until noon</li></ul>
   <p>Snow is rare here; wind is not. Boats that stay are tied twice.</p></main>`,
);
const report = page(
  'Tides of the year',
  `<main><h1>Tides of the year</h1>${['Spring', 'Summer', 'Autumn', 'Winter']
    .map(
      (name, at) =>
        `<div class="box"><h2>${name}</h2><p>High water ${4 + at}.${at} m, low water 0.${at + 3} m.</p></div>`,
    )
    .join('')}</main>`,
);

const members = page(
  'Members',
  `<main><h1>Members</h1><form class="box" onsubmit="event.preventDefault(); this.outerHTML = document.querySelector('template').innerHTML">
   <p><label>E-mail <input name="mail"></label></p><p><label>Password <input type="password"></label></p><button>Sign in</button></form>
   <template><div class="box"><h2>Welcome back, Ada</h2><p>Your berth is number 12.</p><button>Bookings</button></div></template></main>`,
);

function shop(price: string): string {
  return page(
    'A brass lantern',
    `<main><h1>A brass lantern</h1><div class="box"><p>Burns eight hours on one filling.</p><p class="price">${price}</p><p>Sent within two days.</p></div></main>`,
  );
}

/** Serves it on a free port of this machine. */
export async function serveShownSite(): Promise<ShownSite> {
  let price = '€ 48';
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') {
      response.statusCode = request.url === '/hooks/broken' ? 500 : 204;
      response.end();
      return;
    }
    const known: Record<string, () => string> = {
      '/harbour': () => harbour,
      '/tides': () => report,
      '/members': () => members,
      '/lantern': () => shop(price),
      '/empty': () => '<!doctype html><title>Soon</title><script>/* nothing yet */</script>',
    };
    const found = known[request.url ?? ''];
    response.statusCode = found ? 200 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(found?.() ?? page('Not found', '<main><h1>Not found</h1></main>'));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    setPrice: (next) => (price = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
