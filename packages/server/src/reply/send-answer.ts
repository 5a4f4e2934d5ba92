import type { RenderRequest } from '@tintype/contract';
import { headerTable } from '@tintype/contract/headers';
import type { QueuedRequest } from '@tintype/contract/wire';
import type { Answer } from '@tintype/jobs';
import type { StoredRequest } from '@tintype/store';
import type { FastifyReply } from 'fastify';
import { seconds } from './json-values.ts';
import { sendJson } from './send-json.ts';
import { sendResult } from './send-result.ts';

/** Sends the outcome of a render; a replayed one has the id of the first request. */
export function sendAnswer(
  reply: FastifyReply,
  { id, isReplayed, answer }: Answer,
  render: RenderRequest,
  now: number,
): FastifyReply {
  if (isReplayed) markReplayed(reply, id);
  if ('error' in answer) throw answer.error;
  if ('queued' in answer) return sendQueued(reply, answer.queued);
  if ('finished' in answer) throw new Error('A render was answered with several files.');
  if (!isReplayed) {
    const { cache, queueMs } = answer.outcome;
    Object.assign(reply.request.logFields, { queueMs, ...(cache && { cache }) });
  }
  return sendResult(reply, answer.outcome, render, now);
}

/** Marks a response as that of an earlier request. */
export function markReplayed(reply: FastifyReply, id: string): void {
  reply.header(headerTable.requestId.name, id);
  reply.header(headerTable.replayed.name, 'true');
}

/** Sends the URL of a queued request's state. */
export function sendQueued(
  reply: FastifyReply,
  { id, baseUrl, createdAt }: StoredRequest,
): FastifyReply {
  const address = `${baseUrl}/v1/requests/${id}`;
  reply.header('location', address);
  const queued = { status: 'queued', created: seconds(createdAt), status_url: address } as const;
  return sendJson(reply, 202, { id, ...queued } satisfies QueuedRequest);
}
