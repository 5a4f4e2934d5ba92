import { Readable } from 'node:stream';
import { RenderError } from '@tintype/contract';
import type { AccountTasks } from '@tintype/jobs';
import { requireFeature } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../parse/read-query.ts';
import type { Route } from '../route/define-route.ts';
import { jsonContent } from '../route/json-parts.ts';
import type { ServerOptions } from '../options/server-options.ts';

/** Headers of the protocol; keys are not passed on. */
const passedOn = /^(?:accept|content-type|mcp-[a-z-]+)$/;

/** Maximum tasks in a response. */
const listLimit = 50;

const message = { type: 'object', description: 'A JSON-RPC 2.0 message.' };

/** Tools for agents (Model Context Protocol, streamable HTTP); present if the service has tools. */
export const mcpRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/mcp',
    access: 'account',
    bearerKey: true,
    operation: {
      id: 'callTools',
      tag: 'Agents',
      summary: 'Tools for agents (Model Context Protocol, streamable HTTP)',
      body: message,
      description: 'The response, as JSON or as a stream of events.',
      content: { ...jsonContent(message), 'text/event-stream': { schema: { type: 'string' } } },
      responses: {
        202: { description: 'A notification was accepted.' },
        403: { description: 'The origin of the page is not allowed.' },
      },
      errors: ['invalid_request', 'payload_too_large', 'queue_full'],
    },
    handle: async (request, reply, options) => {
      const { baseUrl: configured, corsOrigins = [], answerAgent, running } = options;
      if (answerAgent === undefined) throw new RenderError('not_found');
      const baseUrl = baseUrlOf(request, configured);
      if (!isOwnOrigin(request, [new URL(baseUrl).origin, ...corsOrigins]))
        return refuseOrigin(reply);
      // One request counts as one call.
      if (Array.isArray(request.body)) {
        throw new RenderError(
          'invalid_request',
          'JSON-RPC batches are not supported: send one message per request.',
        );
      }
      const response = await answerAgent({
        request: toWebRequest(request, baseUrl),
        body: request.body,
        account: request.caller.account,
        baseUrl,
        signal: running.signalOf(reply),
        log: request.log,
        traceparent: request.logFields.traceparent,
        tasks: tasksOf(request, baseUrl, options),
      });
      return sendResponse(reply, response);
    },
  },
];

/** Browsers send an origin; agents do not. */
function isOwnOrigin({ headers: { origin } }: FastifyRequest, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.includes('*') || allowed.includes(origin);
}

function refuseOrigin(reply: FastifyReply): FastifyReply {
  const message = 'Pages of this origin may not use the service.';
  return reply
    .code(403)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}

function toWebRequest({ headers, raw }: FastifyRequest, baseUrl: string): Request {
  const kept = Object.entries(headers).filter(([name]) => passedOn.test(name));
  return new Request(`${baseUrl}${(raw.url ?? '/mcp').split('?', 1)[0]}`, {
    method: 'POST',
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.body === null) return reply.send();
  if (!isStream) return reply.send(await response.text());
  // With DOM types beside Node's, the two stream types differ.
  return reply.send(Readable.fromWeb(response.body));
}

function tasksOf(
  { caller: { account } }: FastifyRequest,
  baseUrl: string,
  { tasks, plans, store, wakeScheduler }: ServerOptions,
): AccountTasks {
  const checked = () => requireFeature(account, 'tasks', plans);
  return {
    async list(cursor) {
      checked();
      return tasks.list(account.id, { limit: listLimit, ...(cursor !== undefined && { cursor }) });
    },
    async create(body) {
      checked();
      await store.capacity.check();
      const task = await tasks.create(account.id, body, baseUrl, plans[account.plan].maxTasks);
      wakeScheduler();
      return task;
    },
    async update(id, body) {
      checked();
      const task = await tasks.update(account.id, id, body);
      wakeScheduler();
      return task;
    },
    async remove(id) {
      checked();
      await tasks.remove(account.id, id);
    },
  };
}
