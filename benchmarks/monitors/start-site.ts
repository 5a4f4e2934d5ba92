import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { makeAssets } from './assets.ts';
import type { ChangingPage } from './changing-page.ts';
import { login } from './glitches.ts';

const slowMs = 400;
const types: Record<string, string> = { png: 'image/png', gif: 'image/gif', css: 'text/css' };

/** Serves the pages by their names, other files of their folder, and what the pages show. */
export async function startSite(
  pages: ReadonlyMap<string, ChangingPage>,
  files: ReadonlyMap<string, Uint8Array>,
) {
  const assets = await makeAssets();
  const numbered = [...pages.values()];
  const html = { 'content-type': 'text/html; charset=utf-8' };

  function sendAsset(response: ServerResponse, name: string): void {
    const body = assets.get(name);
    const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
  }

  /** Files of other sites: every image is one photo, and scripts and style sheets are empty. */
  function sendPlaceholder(response: ServerResponse, wanted: string | string[] | undefined): void {
    if (wanted === 'image') return sendAsset(response, 'photo-5.png');
    const type = wanted === 'style' ? 'text/css' : 'text/javascript';
    const isEmpty = wanted === 'style' || wanted === 'script';
    response.writeHead(isEmpty ? 200 : 404, { 'content-type': type }).end();
  }

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
    const [folder, name = ''] = path.split('/');
    if (folder === 'asset') return sendAsset(response, name);
    if (folder === 'slow') return delay(slowMs).then(() => sendAsset(response, name));
    if (folder === 'photo') {
      return sendAsset(
        response,
        `photo-${(numbered[Number.parseInt(name)]?.photo() ?? 0) % 6}.png`,
      );
    }
    // Until the browser gives up.
    if (folder === 'never') return undefined;
    if (folder === 'frame') {
      const body = `<body style="margin:0;background:#${name.slice(0, 6).padEnd(6, '0')}">Ad ${name}`;
      return response.writeHead(200, html).end(body);
    }
    if (folder === 'login') return response.writeHead(200, html).end(login);
    if (folder === 'outside') return sendPlaceholder(response, request.headers['sec-fetch-dest']);
    const page = pages.get(path);
    const file = files.get(path);
    if (page === undefined) return response.writeHead(file ? 200 : 404).end(file);
    const { status, html: body, location, endsAfter } = page.load();
    const length = String(Buffer.byteLength(body));
    response.writeHead(status, {
      ...html,
      'content-length': length,
      ...(location !== undefined && { location }),
    });
    if (endsAfter === undefined) return response.end(body);
    response.write(body.slice(0, Math.max(1, endsAfter)), () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    urlOf: (name: string) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
