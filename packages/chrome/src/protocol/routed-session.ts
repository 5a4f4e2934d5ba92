import type { PageSession } from '@tintype/core';
import { Binary } from './cdp-binary.ts';
import type { AnswerLimit } from './message-pipe.ts';
import type { PendingCalls } from './pending-calls.ts';

type Listener = (params: never) => unknown;

export interface RoutedSession {
  /** The part that other modules receive. */
  readonly face: PageSession;
  /** The session through which the browser announced it. */
  readonly parent: RoutedSession | undefined;
  /** The page that it belongs to: a frame or worker of it has sessions of its own. */
  readonly pageTargetId: string | undefined;
  /** Calls the listeners to an event, each. Thrown errors go to `onError`. */
  emit(method: string, params: Record<string, unknown>, onError: (error: unknown) => void): void;
  end(): void;
}

/** @param id - empty for the browser's own session */
export function openSession(
  id: string,
  parent: RoutedSession | undefined,
  targetId: string | undefined,
  calls: PendingCalls,
): RoutedSession {
  const listeners = new Map<string, Set<Listener>>();
  let onScreencastFrame: Listener | undefined;
  let ended = false;

  const send = async (method: string, params: object | undefined, max?: AnswerLimit) => {
    if (ended) throw new Error(`Protocol error (${method}): Session closed.`);
    return calls.send(id, method, params, max);
  };
  const face: PageSession = {
    id,
    send: async (method, ...[params]) => asText(await send(method, params)),
    on(event, listener) {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    sendForBytes: async (method, params) => asBytes(await send(method, params, 'image')) as never,
    sendWithin: async (maxBytes, method, ...[params]) =>
      asText(await send(method, params, maxBytes)),
    onScreencastFrame(listener) {
      onScreencastFrame = listener;
      return () => {
        if (onScreencastFrame === listener) onScreencastFrame = undefined;
      };
    },
  };
  return {
    face,
    parent,
    pageTargetId: parent?.pageTargetId ?? targetId,
    emit(method, params, onError) {
      const call = (listener: Listener, given: Record<string, unknown>) => {
        try {
          const outcome = listener(given as never);
          // A listener that waits for something can fail later.
          if (outcome instanceof Promise) outcome.catch(onError);
        } catch (error) {
          onError(error);
        }
      };
      if (onScreencastFrame && method === 'Page.screencastFrame')
        return call(onScreencastFrame, asBytes(params));
      const known = listeners.get(method);
      if (!known) return;
      const given = asText(params);
      // A listener added meanwhile gets the next event.
      for (const listener of Array.from(known)) call(listener, given);
    },
    end() {
      ended = true;
      listeners.clear();
      onScreencastFrame = undefined;
    },
  };
}

/** Images as bytes. They are at the top level of the result. */
function asBytes(fields: Record<string, unknown>): Record<string, unknown> {
  return eachBinary(fields, ({ bytes }) => bytes);
}

/** Images as base64, as CDP's JSON has them. */
function asText(fields: Record<string, unknown>): Record<string, unknown> {
  return eachBinary(fields, (binary) => binary.toJSON());
}

function eachBinary(
  fields: Record<string, unknown>,
  change: (binary: Binary) => unknown,
): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Binary) fields[name] = change(value);
  }
  return fields;
}
