import type { Device, Kind } from '@tintype/contract';
import { toQuery } from '@tintype/contract/query';
import { signQuery } from '@tintype/contract/signing';
import { checkOptions, type CheckedOptions, type ClientOptions } from './client-options.ts';
import type { Client, UsageState } from './client.ts';
import { checkParameters } from './parameters.ts';
import { readFile, readJson, readRendering, readStream, readText } from './render-answer.ts';
import { waitFor, type AcceptedRequest, type RequestState, type Requests } from './requests.ts';
import { createSend, type Call, type CallOptions, type Send } from './send.ts';
import { taskBody, type Task, type Tasks } from './tasks.ts';

/**
 * Makes a client of a Tintype service.
 *
 * @throws {TypeError} When an option is wrong; the message names it.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:3000', accessKey });
 * const { body } = await client.screenshot({ url: 'https://example.com', full_page: true });
 */
export function createClient(options: ClientOptions): Client {
  const checked = checkOptions(options);
  const send = createSend(checked);

  async function render<T>(
    kind: Kind,
    parameters: { webhook_url?: unknown },
    read: (answer: Response) => Promise<T>,
    call: CallOptions = {},
  ): Promise<T> {
    checkParameters(kind, parameters);
    // Each try would make a callback of its own.
    const repeatable = (parameters.webhook_url ?? undefined) === undefined;
    return send({ ...rendering(kind, parameters, checked), ...call, repeatable, read });
  }

  return {
    screenshot: async (parameters, call) => render('screenshot', parameters, readRendering, call),
    screencast: async (parameters, call) => render('screencast', parameters, readRendering, call),
    pdf: async (parameters, call) => render('pdf', parameters, readRendering, call),
    scrape: async (parameters, call) => render('scrape', parameters, readText, call),
    stream: async (kind, parameters, call) => render(kind, parameters, readStream, call),
    signedUrl(kind, parameters) {
      checkParameters(kind, parameters);
      const query = toQuery({ access_key: checked.accessKey, ...parameters });
      return `${checked.baseUrl}/v1/${kind}?${signed(query, checked)}`;
    },
    requests: createRequests(send, checked),
    tasks: createTasks(send),
    usage: async (call) => send({ ...got('/v1/usage'), ...call, read: readJson<UsageState> }),
    async devices(call) {
      const read = readJson<{ devices: Device[] }>;
      return (await send({ ...got('/v1/devices'), ...call, read })).devices;
    },
  };
}

/** A render as JSON, or as a signed GET. */
function rendering(
  kind: Kind,
  parameters: object,
  options: CheckedOptions,
): Pick<Call<never>, 'method' | 'path' | 'query' | 'body'> {
  const path = `/v1/${kind}`;
  return options.signRequests
    ? { method: 'GET', path, query: signed(toQuery(parameters), options) }
    : { method: 'POST', path, body: parameters };
}

function signed(query: string, { secretKey }: CheckedOptions): string {
  if (secretKey === undefined) throw new TypeError('Signing needs secretKey of createClient.');
  return signQuery(query, secretKey);
}

function got(path: string) {
  return { method: 'GET', path, repeatable: true } as const;
}

/** An id becomes one segment of a path, whatever is in it. */
function segment(id: string | number): string {
  const text = String(id);
  if (!/^[\w-]{1,64}$/.test(text)) {
    throw new TypeError(`id must be an id that the service gave; got ${JSON.stringify(id)}.`);
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
        repeatable: false,
        read: readJson<AcceptedRequest>,
      });
    },
    get: async (id, call) =>
      send({ ...got(`/v1/requests/${segment(id)}`), ...call, read: readJson<RequestState> }),
    wait: async (id, wait) => waitFor(requests.get, id, wait),
    file: async ({ file }, call) => send({ ...got(fileAddress(file)), ...call, read: readFile }),
  };
  return requests;
}

/** @throws {TypeError} For what is no address of a file: a path would be sent to the service, with the access key. */
function fileAddress(file: unknown): string {
  const url = typeof file === 'string' ? URL.parse(file) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new TypeError(
    `file must be the address in a request that succeeded; got ${JSON.stringify(file)}.`,
  );
}

function createTasks(send: Send): Tasks {
  const read = readJson<Task>;
  const at = (id: number) => `/v1/tasks/${segment(id)}`;
  return {
    create: async (task, call) =>
      send({
        method: 'POST',
        path: '/v1/tasks',
        body: taskBody(task),
        ...call,
        repeatable: false,
        read,
      }),
    async list(call) {
      const readList = readJson<{ tasks: Task[] }>;
      return (await send({ ...got('/v1/tasks'), ...call, read: readList })).tasks;
    },
    get: async (id, call) => send({ ...got(at(id)), ...call, read }),
    update: async (id, changes, call) =>
      send({
        method: 'PATCH',
        path: at(id),
        body: taskBody(changes),
        ...call,
        repeatable: true,
        read,
      }),
    remove: async (id, call) =>
      send({
        method: 'DELETE',
        path: at(id),
        ...call,
        repeatable: false,
        read: async (answer) => void (await answer.body?.cancel()),
      }),
  };
}
