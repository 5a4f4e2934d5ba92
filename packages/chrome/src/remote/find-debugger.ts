import type { BrowserAddress } from './browser-address.ts';

/** What a debugging port says of itself has a few hundred bytes. */
const mostBytes = 65_536;

/**
 * The WebSocket address of a browser: its own, or what its debugging port tells at `/json/version`. Of that the path alone counts, so that
 * nothing leads to another host.
 */
export async function findDebugger({ url }: BrowserAddress, signal: AbortSignal): Promise<URL> {
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url;
  const asked = new URL(url);
  asked.username = asked.password = '';
  asked.pathname = `${url.pathname.replace(/\/$/, '')}/json/version`;
  const answer = await fetch(asked, { signal, redirect: 'error', headers: credentials(url) });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`its debugging port answered ${answer.status}`);
  }
  const found = new URL(url);
  found.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  found.pathname = debuggerPath(await readText(answer));
  return found;
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
    if (bytes > mostBytes) throw new Error(`its debugging port said more than ${mostBytes} bytes`);
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
