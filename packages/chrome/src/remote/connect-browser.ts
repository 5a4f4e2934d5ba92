import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { requireInstalled } from '@tintype/core/process';
import type { WebSocket } from 'ws';
import type { BrowserVersion } from '../launch/browser-process.ts';
import type { BrowserConnection } from '../pool/chrome-browser.ts';
import type { MessagePipe } from '../protocol/message-pipe.ts';
import type { BrowserAddress } from './browser-address.ts';
import { findDebugger } from './find-debugger.ts';
import { longestMessage, openSocketPipe } from './socket-pipe.ts';

interface RemoteConnection extends BrowserConnection {
  /** The address of the browser, as this machine sees it; absent for loopback. */
  readonly peer: string | undefined;
  /** From now on Node may end although it is connected. */
  unref(): void;
}

/** Maximum time to close a connection before it is cut. */
const closeBoundMs = 1000;

/** Connects to a browser and waits for its response. Errors name no part of the address. */
export async function connectBrowser(
  address: BrowserAddress,
  timeoutMs: number,
  stopped: AbortSignal,
): Promise<RemoteConnection> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]);
  const late = Promise.withResolvers<never>();
  const onLate = () => {
    const reason = `it did not answer within ${timeoutMs / 1000} s`;
    late.reject(new Error(stopped.aborted ? 'it was not waited for' : reason));
  };
  late.promise.catch(() => {});
  if (signal.aborted) onLate();
  signal.addEventListener('abort', onLate);
  let socket: WebSocket | undefined;
  try {
    const url = await Promise.race([findDebugger(address, signal).catch(plainly), late.promise]);
    socket = openSocket(url);
    return await Promise.race([greet(socket), late.promise]);
  } catch (error) {
    socket?.terminate();
    throw error;
  } finally {
    signal.removeEventListener('abort', onLate);
  }
}

function openSocket(url: URL): WebSocket {
  const { WebSocket } = requireInstalled<typeof import('ws')>('ws', {
    name: '@tintype/chrome',
    url: import.meta.url,
  });
  return new WebSocket(url, {
    maxPayload: longestMessage,
    perMessageDeflate: false,
    followRedirects: false,
  });
}

async function greet(socket: WebSocket): Promise<RemoteConnection> {
  const failed = Promise.withResolvers<never>();
  const closed = Promise.withResolvers<string>();
  let reason = 'the connection was closed';
  socket.on('error', (error) => {
    reason = messageOf(error);
    failed.reject(new Error(reason, { cause: error }));
  });
  socket.on('close', () => {
    failed.reject(new Error(reason));
    closed.resolve(reason);
  });
  failed.promise.catch(() => {});
  const wire = Promise.withResolvers<Socket>();
  socket.on('upgrade', (response) => wire.resolve(response.socket));
  const pipe = openSocketPipe(socket);
  const opened = new Promise<void>((resolve) => socket.once('open', resolve));
  await Promise.race([opened, failed.promise]);
  const version = await Promise.race([askVersion(pipe), failed.promise]);
  const connected = await wire.promise;
  return {
    pipe,
    version,
    flavour: version.product.startsWith('HeadlessChrome') ? 'headless-shell' : 'chrome',
    warnings: [],
    peer: peerOf(connected),
    unref: () => void connected.unref(),
    received: () => connected.bytesRead,
    exited: closed.promise.then((why) => ({ code: null, signal: null, reason: why })),
    /** Contexts go with their connection. */
    async kill() {
      socket.close();
      await Promise.race([closed.promise, delay(closeBoundMs, undefined, { ref: false })]);
      socket.terminate();
    },
  };
}

async function askVersion(pipe: MessagePipe): Promise<BrowserVersion> {
  const answered = new Promise<Record<string, unknown>>((resolve) => {
    pipe.onmessage = ({ id, result }) => {
      if (id === 1) resolve(result ?? {});
    };
  });
  pipe.send({ id: 1, method: 'Browser.getVersion', params: {} });
  const { product, userAgent } = await answered;
  pipe.onmessage = undefined;
  if (typeof product !== 'string' || typeof userAgent !== 'string') {
    throw new TypeError('what answers there is no browser');
  }
  return { product, userAgent };
}

function peerOf({ remoteAddress = '' }: Socket): string | undefined {
  const address = remoteAddress.replace(/^::ffff:/, '');
  return address === '::1' || address.startsWith('127.') ? undefined : address;
}

/** `fetch` hides why it failed. */
function plainly(error: Error): never {
  const { cause } = error;
  throw cause instanceof Error ? new Error(messageOf(cause) || error.message, { cause }) : error;
}

/** A name with several addresses fails with an error that says nothing, but holds one of each. */
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  const { code = '' } = error as NodeJS.ErrnoException;
  return error.message || first?.message || code;
}
