import {
  isTrackingName,
  kinds,
  pageOrigin,
  RenderError,
  type Kind,
  type ParsedRequest,
  type RenderRequest,
  type RuleOptions,
} from '@tintype/contract';
import { headerTable, ignoredHeader } from '@tintype/contract/headers';
import { limitsOf, type Account } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendResult, sendUnrendered } from '../answer/send-result.ts';
import { defaultLimits } from '../limits/request-limits.ts';
import { checkSignature } from '../limits/check-signature.ts';
import { checkFeatures } from '../perform/check-features.ts';
import { FormBody } from '../read/parse-form-body.ts';
import {
  bodyParameters,
  checkFiles,
  checkParameters,
  formParameters,
  queryParameters,
} from '../read/read-parameters.ts';
import { rawQuery } from '../read/read-query.ts';
import type { Running } from '../running.ts';
import type { ServerOptions } from '../server-options.ts';
import { accept } from './accept.ts';
import { checkRoom } from './check-room.ts';
import { tellCallback } from './tell-callback.ts';
import { fingerprint } from '../repeats/fingerprint.ts';
import type { Repeat, Repeats } from '../repeats/create-repeats.ts';
import { sendAgain } from '../repeats/send-again.ts';
import { untilGivenUp } from '../repeats/until-given-up.ts';

/** The operations that make something out of a page. */
export function renderRoutes(
  app: FastifyInstance,
  options: ServerOptions,
  { running, repeats }: { running: Running; repeats: Repeats },
): void {
  const { repeatGraceMs } = { ...defaultLimits, ...options.limits };
  const { store, plans, locations, allowHttpWebhook = false, maxTimeoutS = 30 } = options;
  const rulesFor = (account: Account): RuleOptions => ({
    allowHttpWebhook,
    maxTimeoutS,
    // Without the feature, it is the plan that has to be told first.
    ...(limitsOf(account, plans).features.ip_location ? { locations } : {}),
  });

  for (const kind of kinds) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/v1/${kind}`,
      async handler(request, reply) {
        const { entries, caller } = request;
        const parameters = queryParameters(kind, entries);
        // Whoever has a link may ask what is there (RFC 9110, 9.3.2).
        const link = { method: 'GET', path: `/v1/${kind}`, query: rawQuery(request.raw.url ?? '') };
        const { now } = options;
        await checkSignature(link, entries, caller, { accounts: store.accounts, now });
        const checked = checkParameters(kind, parameters, rulesFor(caller.account));
        checked.ignored.push(...entries.map(([name]) => name).filter(isTrackingName));
        return request.method === 'HEAD'
          ? answerHead(kind, checked, request, reply)
          : answer(kind, checked, request, reply);
      },
    });
    app.post(`/v1/${kind}`, async (request, reply) => {
      const { body, entries } = request;
      const form = body instanceof FormBody ? body : undefined;
      const parameters =
        form === undefined
          ? bodyParameters(kind, body, entries)
          : formParameters(kind, form, entries);
      const rules = rulesFor(request.caller.account);
      const checked = checkParameters(kind, parameters, rules);
      checkFiles(form, checked.request);
      return answer(kind, checked, request, reply, form?.files);
    });
  }

  /** Says what a GET would give, as far as that is known without a render. Nothing is charged, kept or sent elsewhere. */
  async function answerHead(
    kind: Kind,
    { request: wanted, ignored }: ParsedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    begin(kind, wanted, ignored, request, reply);
    const { account } = request.caller;
    const kept = wanted.async
      ? undefined
      : await options.peek?.({ scope: account.id, request: wanted });
    if (kept === undefined) return sendUnrendered(reply, wanted);
    request.facts.cache = 'HIT';
    return sendResult(reply, { ...kept, cache: 'HIT', queueMs: 0 }, wanted, options.now());
  }

  function begin(
    kind: Kind,
    wanted: RenderRequest,
    ignored: readonly string[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    request.facts.operation = kind;
    const page = pageOrigin(wanted);
    if (page !== undefined) request.facts.page = page;
    const told = ignoredHeader(ignored);
    if (told !== undefined) reply.header(headerTable.ignored.name, told);
    checkFeatures(request.caller.account, wanted, plans);
  }

  async function answer(
    kind: Kind,
    { request: wanted, ignored }: ParsedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    files: Readonly<Record<string, Uint8Array>> = {},
  ): Promise<FastifyReply> {
    begin(kind, wanted, ignored, request, reply);
    const repeat = await repeats.open(request, () => fingerprint(kind, wanted, files));
    if (repeat !== undefined && 'kind' in repeat) return sendAgain(reply, repeat, wanted, options);
    try {
      return await render(wanted, request, reply, { files, repeat });
    } catch (error) {
      // What cost something is the answer; anything else can be tried again under the same key.
      if (error instanceof RenderError && error.charged) {
        await repeat?.keep({ kind: 'error', id: request.id, error });
      } else await repeat?.forget();
      throw error;
    }
  }

  async function render(
    wanted: RenderRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    { files, repeat }: { files: Readonly<Record<string, Uint8Array>>; repeat: Repeat | undefined },
  ): Promise<FastifyReply> {
    const { account } = request.caller;
    const createdAt = options.now();
    const signal = running.signalOf(reply);
    if (wanted.webhook_url !== undefined) {
      await options.checkCallback?.(new URL(wanted.webhook_url), account.id);
    }
    if (wanted.async) return accept(wanted, request, reply, options, repeat);
    if (wanted.webhook_url !== undefined) await checkRoom(account, options);
    const performed = await options
      .perform({
        account,
        request: wanted,
        signal:
          repeat === undefined
            ? signal
            : untilGivenUp(signal, { graceMs: repeatGraceMs, isAwaited: repeat.isAwaited }),
        ...(Object.keys(files).length > 0 && { assets: files }),
        ...(request.method === 'GET' && {
          sharing: request.headers.range === undefined ? 'whole' : 'part',
        }),
        keep: async (done, reservationId) => {
          await tellCallback(wanted, done, createdAt, request, options, reservationId);
          await repeat?.keep({ kind: 'result', id: request.id, performed: done }, reservationId);
        },
      })
      .catch(async (error: unknown) => {
        // What went wrong first is what has to be answered.
        await tellCallback(wanted, { error }, createdAt, request, options).catch((cause: unknown) =>
          request.log.error({ err: cause }, 'a callback could not be kept'),
        );
        throw error;
      });
    request.facts.queueMs = performed.queueMs;
    if (performed.cache !== undefined) request.facts.cache = performed.cache;
    return sendResult(reply, performed, wanted, options.now());
  }
}
