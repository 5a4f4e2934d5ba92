import { addressProblem } from './address-problem.ts';
import type { CdpMessage } from './cdp-binary.ts';
import type { AnswerLimit, MessagePipe } from './message-pipe.ts';

/** Calls to a browser that wait for their answers. */
export interface PendingCalls {
  /** An id that no call under way has. */
  newId(): number;
  /** Rejects with an error whose message is CDP's, and never throws. */
  send(
    sessionId: string,
    method: string,
    params: object | undefined,
    max?: AnswerLimit,
  ): Promise<Record<string, unknown>>;
  settle(message: CdpMessage): void;
  /** Fails one call with a local error; returns whether there was such a call. */
  fail(id: number, sessionId: string | undefined, error: Error): boolean;
  /** The session has ended. */
  endOf(sessionId: string): void;
  endAll(reason: string): void;
}

interface Call {
  sessionId: string;
  method: string;
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

/** The largest id in CDP: 31 bits. */
const lastId = 2 ** 31 - 1;

/** Sends calls over a pipe. Ids start after 1: the check whether the browser responds used it. */
export function createPendingCalls(pipe: MessagePipe): PendingCalls {
  const calls = new Map<number, Call>();
  let last = 1;
  const newId = () => {
    last = last === lastId ? 2 : last + 1;
    return last;
  };
  /** A compromised page can answer calls of its own session only. */
  const take = (id: number, sessionId = ''): Call | undefined => {
    const call = calls.get(id);
    // A call to an ended session is answered by the browser itself, without a session id.
    if (!call || (sessionId !== '' && sessionId !== call.sessionId)) return undefined;
    calls.delete(id);
    return call;
  };
  const fail = ({ method, reject }: Call, reason: string) =>
    reject(new Error(`Protocol error (${method}): ${reason}`));
  const end = (which: (call: Call) => boolean, reason: string) => {
    for (const [id, call] of calls) {
      if (!which(call)) continue;
      calls.delete(id);
      fail(call, reason);
    }
  };
  return {
    newId,
    send(sessionId, method, params, max) {
      return new Promise((resolve, reject) => {
        const call = { sessionId, method, resolve, reject };
        if (pipe.closed) return fail(call, 'Connection closed.');
        const problem = addressProblem(method, params);
        if (problem !== undefined) return fail(call, problem);
        const id = newId();
        const to = sessionId === '' ? {} : { sessionId };
        const message: CdpMessage = { id, ...to, method, params: { ...params } };
        // A call that cannot be written rejects.
        pipe.send(message, max);
        calls.set(id, call);
      });
    },
    settle({ id = 0, sessionId, result = {}, error }) {
      const call = take(id, sessionId);
      if (!call) return;
      const data = typeof error?.data === 'string' ? ` ${error.data}` : '';
      if (error) fail(call, `${error.message}${data}`);
      else call.resolve(result);
    },
    fail(id, sessionId, error) {
      const call = take(id, sessionId);
      call?.reject(error);
      return call !== undefined;
    },
    endOf: (sessionId) => end((call) => call.sessionId === sessionId, 'Target closed'),
    endAll: (reason) => end(() => true, reason),
  };
}
