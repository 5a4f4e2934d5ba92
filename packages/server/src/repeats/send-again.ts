import { RenderError, type RenderRequest } from '@tintype/contract';
import { headerTable } from '@tintype/contract/headers';
import type { FastifyReply } from 'fastify';
import { sendJson } from '../answer/send-json.ts';
import { sendResult } from '../answer/send-result.ts';
import { sendAccepted } from '../routes/accept.ts';
import type { ServerOptions } from '../server-options.ts';
import type { Answer } from './create-repeats.ts';

/** Answers as the first time, under the id of that time, and says that it is so. */
export async function sendAgain(
  reply: FastifyReply,
  answer: Answer,
  wanted: RenderRequest,
  { store, now }: Pick<ServerOptions, 'store' | 'now'>,
): Promise<FastifyReply> {
  markRepeat(reply, answer);
  if (answer.kind === 'error') throw answer.error;
  if (answer.kind === 'result') return sendResult(reply, answer.performed, wanted, now());
  if (answer.kind === 'json') return sendJsonAgain(reply, answer);
  const { account } = reply.request.caller;
  const accepted = await store.requests.getFor(account.id, answer.id);
  if (accepted === undefined)
    throw new RenderError('not_found', 'The request of this key is not kept any more.');
  return sendAccepted(reply, accepted);
}

/** The same for what is no render. */
export function sendJsonAgain(reply: FastifyReply, answer: Answer): FastifyReply {
  markRepeat(reply, answer);
  if (answer.kind === 'error') throw answer.error;
  if (answer.kind !== 'json') throw new Error('Only renders have results.');
  reply.header('location', answer.location);
  return sendJson(reply, answer.status, answer.body);
}

function markRepeat(reply: FastifyReply, { id }: Answer): void {
  reply.header(headerTable.requestId.name, id);
  reply.header(headerTable.replayed.name, 'true');
}
