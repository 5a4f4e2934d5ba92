import { parentPort, type MessagePort } from 'node:worker_threads';
import { lowerThreadPriority } from '@tintype/core/process';
import type { Store } from '../../ports.ts';
import { createSqliteStore, type SqliteStoreOptions } from '../create-sqlite-store.ts';
import type { Call } from './calls.ts';
import { packError, type AnswerMessage, type CallMessage, type OpenOrder } from './messages.ts';
import { createReadStore } from './create-read-store.ts';

// The thread in which a store lives. Calls begin in the order in which they come.

// Long values are sealed and written here: what answers everybody comes first, and this before
// parsed bodies and browsers.
lowerThreadPriority(5);

type Opened = Pick<Store, 'close'>;

function serve(port: MessagePort): void {
  let at: number | undefined;
  const now = () => at ?? Date.now();
  // What is called behind an opening that fails fails as it did.
  let opened: Promise<Opened> = Promise.reject(new Error('Nothing is open in this thread.'));
  opened.catch(() => {});

  const perform = async (call: CallMessage): Promise<unknown> => {
    if (call.method === 'open') {
      at = call.at;
      opened = (async () => open(call.args[0] as OpenOrder, now))();
      return methodsOf(await opened);
    }
    const store = await opened;
    at = call.at;
    if (call.method !== 'close') return callMethod(store, call);
    return store.close();
  };

  port.on('message', (message: CallMessage) => {
    const { id } = message;
    void perform(message).then(
      (result) => port.postMessage({ id, result } satisfies AnswerMessage),
      (error: unknown) => port.postMessage({ id, error: packError(error) } satisfies AnswerMessage),
    );
  });
}

function open({ lane, ...order }: OpenOrder, now: () => number): Opened {
  const options: SqliteStoreOptions = { ...order, now };
  return lane === 'write' ? createSqliteStore(options) : createReadStore(options);
}

/** Names such as `sweep` and `requests.enqueue`. */
function methodsOf(store: object): string[] {
  return Object.entries(store).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? methodsOf(value).map((method) => `${name}.${method}`)
      : [name],
  );
}

function callMethod(store: object, { method, args }: Call): unknown {
  let [target, value]: unknown[] = [undefined, store];
  for (const name of method.split('.')) {
    target = value;
    value = (target as Record<string, unknown>)[name];
  }
  return (value as (...args: readonly unknown[]) => unknown).apply(target, [...args]);
}

if (parentPort) serve(parentPort);
