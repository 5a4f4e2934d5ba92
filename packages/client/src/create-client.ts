import type { Device, Kind, KindName } from '@tintype/contract';
import { isTextKind, kindInfos, toQuery, wrongValue } from '@tintype/contract/light';
import { signLink } from '@tintype/contract/signing';
import type {
  BatchState,
  ComparisonResult,
  Monitor,
  MonitorCheck,
  QueuedRequest,
  RequestState,
  Task,
  TaskPreview,
  UsageState,
} from '@tintype/contract/wire';
import {
  checkInteger,
  checkOptions,
  type CheckedOptions,
  type ClientOptions,
} from './client-options.ts';
import type { Batches } from './batches.ts';
import { got, post, removal } from './calls.ts';
import type { AnswerOf, Client } from './client.ts';
import { checkParameters, type ParametersFor } from './parameters.ts';
import {
  readComparison,
  readFile,
  readJson,
  readPage,
  type RenderAnswer,
  readRendering,
  readStream,
  readText,
} from './render-answer.ts';
import {
  waitFor,
  type RequestFilter,
  type SucceededCaptures,
  type SucceededRequest,
  type WaitOptions,
  type Requests,
} from './requests.ts';
import { createSend, type Call, type CallOptions, type Send } from './send.ts';
import { createSessions } from './sessions.ts';
import { taskBody, type Tasks } from './tasks.ts';

/**
 * Creates a client of a Tintype service.
 * @throws {TypeError} When an option is wrong; the message names it.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:3000', accessKey });
 * const { body } = await client.screenshot({ url: 'https://example.com', full_page: true });
 */
export function createClient(options: ClientOptions): Client {
  const checked = checkOptions(options);
  const send = createSend(checked);

  async function render<T>(
    kind: KindName,
    parameters: object,
    read: (answer: Response) => Promise<T>,
    call: CallOptions = {},
  ): Promise<T> {
    checkParameters(kind, parameters);
    return send({ ...rendering(kind, parameters, checked), ...call, repeatable: 'by key', read });
  }

  const methods = Object.fromEntries(
    kindInfos.map(({ name }) => [
      name,
      (parameters: object, call?: CallOptions) => render(name, parameters, readerOf(name), call),
    ]),
  );
  return {
    ...(methods as Pick<Client, Kind>),
    render: async <K extends KindName>(kind: K, parameters: ParametersFor<K>, call?: CallOptions) =>
      render(kind, parameters, readerOf(kind), call) as Promise<AnswerOf<K>>,
    captures: async (parameters, call) =>
      render(capturesName, parameters, readJson<SucceededCaptures>, call),
    stream: async (kind, parameters, call) => render(kind, parameters, readStream, call),
    signedUrl(kind, parameters, { expires } = {}) {
      checkParameters(kind, parameters);
      const key = checked.publishableKey ?? checked.accessKey;
      const query = toQuery({ access_key: key, ...parameters });
      const end = expires instanceof Date ? Math.floor(expires.getTime() / 1000) : expires;
      return `${checked.baseUrl}/v1/${kind}?${signed(kind, query, checked, end)}`;
    },
    async compare(comparison, call) {
      // Callers without types may leave a side out: the service names it.
      const sides: readonly unknown[] = [comparison.before, comparison.after];
      const isRendered = sides.some((side) => Object.hasOwn(Object(side), 'kind'));
      const read = readJson<ComparisonResult>;
      return send({ ...post('/v1/compare', comparison, call), repeatable: !isRendered, read });
    },
    requests: createRequests(send, checked),
    batches: createBatches(send),
    tasks: createTasks(send),
    sessions: createSessions(send),
    usage: async ({ days, ...call } = {}) => {
      if (days !== undefined) checkInteger('days', days, 1, 400);
      const path = days === undefined ? '/v1/usage' : `/v1/usage?days=${days}`;
      return send({ ...got(path), ...call, read: readJson<UsageState> });
    },
    async devices(call) {
      const read = readJson<{ devices: Device[] }>;
      return (await send({ ...got('/v1/devices'), ...call, read })).devices;
    },
  };
}

/** Reads text as text, and the bytes of an unknown kind. */
function readerOf(kind: KindName): (answer: Response) => Promise<RenderAnswer> {
  const info = kindInfos.find(({ name }) => name === kind);
  return info !== undefined && isTextKind(info) ? readText : readRendering;
}

/** Only by POST: a query string cannot express it. */
const capturesName = 'captures';

/** Sends a render as JSON, or as a signed GET. */
function rendering(
  kind: KindName,
  parameters: object,
  options: CheckedOptions,
): Pick<Call<never>, 'method' | 'path' | 'query' | 'body'> {
  const path = `/v1/${kind}`;
  return options.signRequests && kind !== capturesName
    ? { method: 'GET', path, query: signed(kind, toQuery(parameters), options) }
    : { method: 'POST', path, body: parameters };
}

function signed(
  kind: KindName,
  query: string,
  { secretKey }: CheckedOptions,
  expires?: number,
): string {
  if (secretKey === undefined) throw new TypeError('Signing needs secretKey of createClient.');
  return signLink({ path: `/v1/${kind}`, query }, secretKey, expires);
}

/** An id becomes one segment of a path, whatever is in it. */
function segment(id: string | number): string {
  const text = String(id);
  if (!/^[\w-]{1,64}$/.test(text)) {
    throw new TypeError(wrongValue('id', 'an id that the service gave', id));
  }
  return text;
}

function createRequests(send: Send, options: CheckedOptions): Requests {
  const requests: Requests = {
    async start(kind, parameters, call) {
      checkParameters(kind, parameters);
      return send({
        ...rendering(kind, { ...parameters, async: true }, options),
        ...call,
        repeatable: 'by key',
        read: readJson<QueuedRequest>,
      });
    },
    list: async ({ limit = 100, ...filter } = {}, call) =>
      listPages(send, '/v1/requests', 'requests', { filter, limit, call }),
    get: async (id, call) =>
      send({ ...got(`/v1/requests/${segment(id)}`), ...call, read: readJson<RequestState> }),
    wait: async <State extends SucceededRequest | SucceededCaptures>(
      id: string,
      wait?: WaitOptions,
    ) => waitFor<State>(requests.get, id, wait),
    remove: async (id, call) => send(removal(`/v1/requests/${segment(id)}`, call)),
    compare: async (earlier, later, call) =>
      send({
        ...got(`/v1/requests/${segment(later)}/comparison?with=${segment(earlier)}`),
        ...call,
        read: readComparison,
      }),
    trace: async (id, call) =>
      send({ ...got(`/v1/requests/${segment(id)}/trace`), ...call, read: readFile }),
    file: async ({ file }, call) => send({ ...got(fileAddress(file)), ...call, read: readFile }),
  };
  return requests;
}

const maxListed = 100_000;

/** Reads pages until it has `limit` entries, or none are left. */
async function listPages<Name extends string, Item = RequestState>(
  send: Send,
  path: string,
  name: Name,
  list: { filter?: RequestFilter; limit: number; call: CallOptions | undefined },
): Promise<Item[]> {
  const { limit, call, filter = {} } = list;
  checkInteger('limit', limit, 1, maxListed);
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(Math.min(limit - all.length, 1_000)) });
    for (const [key, value] of Object.entries({ ...filter, cursor })) {
      if (value !== undefined) query.set(key, String(unixSeconds(value)));
    }
    const read = readPage<Record<Name, Item[]>>;
    const page = await send({ ...got(`${path}?${query}`), ...call, read });
    all.push(...page.body[name]);
    cursor = page.next;
  } while (cursor !== undefined && all.length < limit);
  return all;
}

function unixSeconds(value: unknown): unknown {
  return value instanceof Date ? Math.floor(value.getTime() / 1000) : value;
}

/** @throws {TypeError} For a path, which would be sent to the service with the access key. */
function fileAddress(file: unknown): string {
  const url = typeof file === 'string' ? URL.parse(file) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new TypeError(wrongValue('file', 'the address in a request that succeeded', file));
}

function createBatches(send: Send): Batches {
  const read = readJson<BatchState>;
  const queue = (body: object, call?: CallOptions) =>
    send({ ...post('/v1/batches', body, call), repeatable: 'by key', read });
  const at = (id: string) => `/v1/batches/${segment(id)}`;
  return {
    create: async (batch, call) => queue(batch, call),
    spread: async (kind, urls, parameters, call) => queue({ ...parameters, kind, urls }, call),
    get: async (id, call) => send({ ...got(at(id)), ...call, read }),
    cancel: async (id, call) =>
      send({ method: 'DELETE', path: at(id), ...call, repeatable: true, read }),
  };
}

function createTasks(send: Send): Tasks {
  const read = readJson<Task>;
  const at = (id: number) => `/v1/tasks/${segment(id)}`;
  return {
    create: async (task, call) =>
      send({ ...post('/v1/tasks', taskBody(task), call), repeatable: 'by key', read }),
    // No plan lets an account have more.
    list: async (call) =>
      listPages<'tasks', Task>(send, '/v1/tasks', 'tasks', { limit: maxListed, call }),
    get: async (id, call) => send({ ...got(at(id)), ...call, read }),
    runs: async (id, { limit = 100, ...call } = {}) =>
      listPages(send, `${at(id)}/runs`, 'runs', { limit, call }),
    update: async (id, changes, call) => {
      const body = taskBody(changes);
      return send({ method: 'PATCH', path: at(id), body, ...call, repeatable: true, read });
    },
    run: async (id, call) => send({ ...post(`${at(id)}/runs`, {}, call), repeatable: false, read }),
    preview: async (times, call) => {
      const read = readJson<TaskPreview>;
      return send({ ...post('/v1/tasks/preview', times, call), repeatable: true, read });
    },
    remove: async (id, call) => send(removal(at(id), call)),
    ...monitorCalls(send, at),
  };
}

type MonitorCalls = Pick<Tasks, 'monitor' | 'checks' | 'accept' | 'setNoise' | 'restartMonitor'>;

function monitorCalls(send: Send, at: (id: number) => string): MonitorCalls {
  const read = readJson<Monitor>;
  const path = (id: number) => `${at(id)}/monitor`;
  return {
    monitor: async (id, call) => send({ ...got(path(id)), ...call, read }),
    checks: async (id, { limit = 100, ...call } = {}) =>
      listPages<'checks', MonitorCheck>(send, `${at(id)}/checks`, 'checks', { limit, call }),
    accept: async (id, request, as, call) => {
      const accepted = `${at(id)}/checks/${segment(request)}/accept`;
      return send({ ...post(accepted, { as }, call), repeatable: true, read });
    },
    setNoise: async (id, noise, call) => {
      const body = { noise };
      return send({ method: 'PATCH', path: path(id), body, ...call, repeatable: true, read });
    },
    restartMonitor: async (id, call) => send(removal(path(id), call)),
  };
}
