import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { BrowserAddress } from './browser-address.ts';

/** The description of a debugging port has a few hundred bytes. */
const maxBytes = 65_536;

/** Returns the WebSocket URL of a browser, or of its debugging port: of that only the path. */
export async function findDebugger({ url }: BrowserAddress, signal: AbortSignal): Promise<URL> {
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url;
  const named = await ask(url, signal);
  if (typeof named !== 'number') return named;
  // Browsers refuse host names, to which pages could rebind; proxies need them.
  const byAddress = named === 500 ? await addressOf(url) : undefined;
  const found = byAddress ? await ask(byAddress, signal) : named;
  if (typeof found === 'number') throw new Error(`its debugging port answered ${found}`);
  return found;
}

/** The WebSocket address, or the status of an answer that has none. */
async function ask(url: URL, signal: AbortSignal): Promise<URL | number> {
  const asked = new URL(url);
  asked.username = asked.password = '';
  const prefix = url.pathname.replace(/\/$/, '');
  asked.pathname = `${prefix}/json/version`;
  const answer = await fetch(asked, { signal, redirect: 'error', headers: credentials(url) });
  if (!answer.ok) {
    await answer.body?.cancel();
    return answer.status;
  }
  const found = new URL(url);
  found.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const path = debuggerPath(await readText(answer));
  // A server in front may report the path with or without its own prefix.
  found.pathname = path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`;
  return found;
}

/** With `https:` the name is what the certificate is for. */
async function addressOf(url: URL): Promise<URL | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'http:' || isIP(host) !== 0) return undefined;
  const { address, family } = await lookup(host);
  const byAddress = new URL(url);
  byAddress.hostname = family === 6 ? `[${address}]` : address;
  return byAddress;
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`its debugging port said more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function debuggerPath(text: string): string {
  try {
    const { webSocketDebuggerUrl } = JSON.parse(text) as { webSocketDebuggerUrl?: unknown };
    return new URL(String(webSocketDebuggerUrl)).pathname;
  } catch {
    throw new Error('its debugging port named no webSocketDebuggerUrl');
  }
}
