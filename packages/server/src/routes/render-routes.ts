import { builtInKinds, type ParsedRequest } from '@tintype/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer } from '../reply/send-answer.ts';
import { sendResult, sendUnrendered } from '../reply/send-result.ts';
import { noteRender, readLink, readPost, readSubmission } from '../parse/read-render.ts';
import type { Running } from '../running.ts';
import type { ServerOptions } from '../server-options.ts';

/** The operations that make something out of a page: read, submit, send. */
export function renderRoutes(app: FastifyInstance, options: ServerOptions, running: Running): void {
  const { jobs, now, kinds = builtInKinds } = options;

  async function submit(
    parsed: ParsedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    noteRender(parsed, request, reply);
    const { request: wanted } = parsed;
    const submission = readSubmission(wanted, request, running.signalOf(reply), options);
    return sendAnswer(reply, await jobs.submit(submission), wanted, now());
  }

  for (const definition of kinds) {
    const { name: kind } = definition;
    const url = `/v1/${kind}`;
    app.get(url, { exposeHeadRoute: false }, async (request, reply) =>
      submit(await readLink(kind, request, options), request, reply),
    );

    app.post(url, async (request, reply) =>
      submit(readPost(kind, request, options), request, reply),
    );

    // Says what a GET would give, as far as that is known without a render.
    app.head(url, async (request, reply) => {
      const parsed = await readLink(kind, request, options);
      noteRender(parsed, request, reply);
      const kept = await jobs.peek(request.caller.account, parsed.request);
      if (kept === undefined) return sendUnrendered(reply, parsed.request, definition);
      request.logFields.cache = 'HIT';
      return sendResult(reply, kept, parsed.request, now());
    });
  }
}
