import { capturesName } from '@tintype/contract';
import type { FastifyInstance } from 'fastify';
import { markReplayed, sendQueued } from '../reply/send-answer.ts';
import { sendOutputs } from '../reply/send-outputs.ts';
import { noteCaptures, readCaptures } from '../parse/read-captures.ts';
import { readPackaging } from '../parse/read-packaging.ts';
import { readSubmission } from '../parse/read-render.ts';
import type { Running } from '../running.ts';
import type { ServerOptions } from '../server-options.ts';

/** Several files of one load: read, submit, send. */
export function capturesRoutes(
  app: FastifyInstance,
  options: ServerOptions,
  running: Running,
): void {
  const { jobs } = options;
  app.post(`/v1/${capturesName}`, async (request, reply) => {
    const parsed = readCaptures(request, options);
    noteCaptures(parsed, request, reply);
    const { page, outputs } = parsed.request;
    const submission = readSubmission(page, request, running.signalOf(reply), options);
    const { id, isReplayed, answer } = await jobs.submit({ ...submission, outputs });
    if (isReplayed) markReplayed(reply, id);
    if ('error' in answer) throw answer.error;
    if ('queued' in answer) return sendQueued(reply, answer.queued);
    if ('outcome' in answer) throw new Error('Several files were not kept.');
    return sendOutputs(reply, answer.finished, readPackaging(request.headers.accept), options);
  });
}
