import type { KindSet, ParsedRequest } from '@tintype/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer } from '../reply/send-answer.ts';
import { sendResult, sendUnrendered } from '../reply/send-result.ts';
import { noteRender, readLink, readPost, readSubmission } from '../parse/read-render.ts';
import type { Route, RouteContext } from '../route/define-route.ts';
import { getOperation, headOperation, postOperation } from './render-operations.ts';

export function renderRoutes(kinds: KindSet): readonly Route[] {
  return [...kinds].flatMap((definition): Route[] => {
    const { name: kind } = definition;
    const shared = { path: `/v1/${kind}`, access: 'account', renders: true } as const;
    return [
      {
        ...shared,
        method: 'GET',
        operation: () => getOperation(kind, kinds),
        handle: async (request, reply, options) =>
          submit(await readLink(kind, request, options), request, reply, options),
      },
      {
        ...shared,
        method: 'POST',
        operation: () => postOperation(kind, kinds),
        handle: async (request, reply, options) =>
          submit(readPost(kind, request, options), request, reply, options),
      },
      {
        ...shared,
        method: 'HEAD',
        operation: () => headOperation(kind, kinds),
        // HEAD returns the headers of a GET that are known without a render.
        handle: async (request, reply, options) => {
          const parsed = await readLink(kind, request, options);
          noteRender(parsed, request, reply);
          const cached = await options.jobs.peek(request.caller.account, parsed.request);
          if (cached === undefined) return sendUnrendered(reply, parsed.request, definition);
          request.logFields.cache = 'HIT';
          return sendResult(reply, cached, parsed.request, options.now());
        },
      },
    ];
  });
}

async function submit(
  parsed: ParsedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteContext,
): Promise<FastifyReply> {
  const { jobs, now, running } = options;
  noteRender(parsed, request, reply);
  const submission = readSubmission(parsed.request, request, running.signalOf(reply), options);
  return sendAnswer(reply, await jobs.submit(submission), parsed.request, now());
}
