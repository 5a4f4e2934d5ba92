import { kinds, type Kind, type ParsedRequest, type RuleOptions } from '@tintype/contract';
import { headerTable, ignoredHeader } from '@tintype/contract/headers';
import { limitsOf, type Account } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendResult } from '../answer/send-result.ts';
import { checkSignature } from '../limits/check-signature.ts';
import { checkFeatures } from '../perform/check-features.ts';
import { bodyParameters, checkParameters, queryParameters } from '../read/read-parameters.ts';
import { rawQuery } from '../read/read-query.ts';
import type { Running } from '../running.ts';
import type { ServerOptions } from '../server-options.ts';
import { accept } from './accept.ts';
import { tellCallback } from './tell-callback.ts';

/** The operations that make something out of a page. */
export function renderRoutes(app: FastifyInstance, options: ServerOptions, running: Running): void {
  const { store, plans, locations, allowHttpWebhook = false } = options;
  const rulesFor = (account: Account): RuleOptions => ({
    allowHttpWebhook,
    // Without the feature, it is the plan that has to be told first.
    ...(limitsOf(account, plans).features.ip_location ? { locations } : {}),
  });

  for (const kind of kinds) {
    app.get(`/v1/${kind}`, async (request, reply) => {
      const parameters = queryParameters(kind, request.entries);
      const query = rawQuery(request.raw.url ?? '');
      const { account } = request.caller;
      await checkSignature(query, request.entries, account, store.accounts);
      return answer(kind, checkParameters(kind, parameters, rulesFor(account)), request, reply);
    });
    app.post(`/v1/${kind}`, async (request, reply) => {
      const parameters = bodyParameters(kind, request.body, request.entries);
      const rules = rulesFor(request.caller.account);
      return answer(kind, checkParameters(kind, parameters, rules), request, reply);
    });
  }

  async function answer(
    kind: Kind,
    { request: wanted, ignored }: ParsedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { account } = request.caller;
    const createdAt = options.now();
    request.facts.operation = kind;
    const told = ignoredHeader(ignored);
    if (told !== undefined) reply.header(headerTable.ignored.name, told);
    checkFeatures(account, wanted, plans);
    if (wanted.webhook_url !== undefined) {
      await options.checkCallback?.(new URL(wanted.webhook_url));
    }
    if (wanted.async) return accept(wanted, request, reply, options);
    const performed = await options
      .perform({ account, request: wanted, signal: running.signalOf(reply) })
      .catch(async (error: unknown) => {
        // What went wrong first is what has to be answered.
        await tellCallback(wanted, { error }, createdAt, request, options).catch((cause: unknown) =>
          request.log.error({ err: cause }, 'a callback could not be kept'),
        );
        throw error;
      });
    request.facts.queueMs = performed.queueMs;
    if (performed.cache !== undefined) request.facts.cache = performed.cache;
    await tellCallback(wanted, performed, createdAt, request, options);
    return sendResult(reply, performed, wanted);
  }
}
