import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

export interface RawSession {
  send<Name extends keyof Commands>(
    method: Name,
    ...params: Commands[Name]['paramsType']
  ): Promise<Commands[Name]['returnType']>;
  on<Name extends keyof Events>(event: Name, listener: (...params: Events[Name]) => void): void;
  once<Name extends keyof Events>(event: Name, listener: (...params: Events[Name]) => void): void;
}

export interface RawConnection extends RawSession {
  attach(targetId: string): Promise<RawSession>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * CDP over the pipe of a browser as anybody would write it: JSON, with a zero byte behind each
 * message.
 */
export function openPipe(input: Writable, output: Readable): ConnectionTransport {
  let pieces: Buffer[] = [];
  const transport: ConnectionTransport = {
    send: (message) => void input.write(`${message}\0`),
    close: () => input.destroy(),
  };
  output.on('data', (chunk: Buffer) => {
    for (let start = 0; ;) {
      const end = chunk.indexOf(0, start);
      pieces.push(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      transport.onmessage?.(Buffer.concat(pieces).toString());
      pieces = [];
      start = end + 1;
    }
  });
  output.on('close', () => transport.onclose?.());
  return transport;
}

/** Sends, and gives each answer and event to whom it belongs. */
export function openConnection(transport: ConnectionTransport): RawConnection {
  const waiting = new Map<number, Call>();
  const listeners = new Map<string, Set<(params: unknown) => void>>();
  let lastId = 0;
  transport.onmessage = (text) => {
    const { id, method, params, sessionId = '', result, error } = JSON.parse(text) as Message;
    if (id === undefined) {
      for (const listener of listeners.get(`${sessionId} ${method}`) ?? []) listener(params);
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  };
  const session = (sessionId?: string): RawSession => {
    const listen = (event: string, listener: (params: unknown) => void) => {
      const key = `${sessionId ?? ''} ${event}`;
      const known = listeners.get(key) ?? new Set();
      listeners.set(key, known.add(listener));
      return () => known.delete(listener);
    };
    return {
      send(method, ...[params]) {
        lastId += 1;
        const id = lastId;
        transport.send(JSON.stringify({ id, method, params, sessionId }));
        return new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject });
        });
      },
      on: (event, listener) => void listen(event, listener as (params: unknown) => void),
      once(event, listener) {
        const forget = listen(event, (params) => {
          forget();
          (listener as (params: unknown) => void)(params);
        });
      },
    };
  };
  const browser = session();
  return {
    ...browser,
    async attach(targetId) {
      const { sessionId } = await browser.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      return session(sessionId);
    },
  };
}
