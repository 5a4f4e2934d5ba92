import type { JournalEntry } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answer/send-json.ts';
import { readPage, wrongCursor } from '../read/read-page.ts';
import { seconds } from '../routes/json-values.ts';
import type { ServerOptions } from '../server-options.ts';

/** How far back figures are kept. */
const dayMs = 24 * 60 * 60_000;

/** More than a day has minutes. */
const maxFigures = 1_500;

/** `/v1/operator/...`: how the service is and was, what it runs with, who changed what. */
export function operatorServiceRoutes(
  app: FastifyInstance,
  { store, operator, now }: ServerOptions,
): void {
  app.get('/v1/operator/settings', async (_request, reply) =>
    sendJson(reply, 200, { settings: operator?.settings ?? {} }),
  );

  app.get('/v1/operator/figures', async (request, reply) => {
    const sinceAt = Math.max(now() - dayMs, sinceOf(request));
    const kept = await store.journal.list('figures', { limit: maxFigures, sinceAt });
    return sendJson(reply, 200, {
      now: { at: seconds(now()), ...(await operator?.figures()) },
      minutes: kept.toReversed().map(toJson),
    });
  });

  app.get('/v1/operator/audit', async (request, reply) => {
    const { limit, cursor } = readPage(request.entries);
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const entries = await store.journal.list('audit', {
      limit,
      ...(before !== undefined && { before }),
    });
    const last = entries.length === limit ? entries.at(-1) : undefined;
    return sendJson(reply, 200, {
      entries: entries.map(toJson),
      ...(last && { next: String(last.id) }),
    });
  });
}

function readCursor(cursor: string): number {
  return /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : wrongCursor();
}

/** `since`, in Unix seconds: only figures of then or later. */
function sinceOf({ raw }: FastifyRequest): number {
  const since = new URLSearchParams((raw.url ?? '').split('?')[1] ?? '').get('since') ?? '';
  return /^[0-9]{1,11}$/.test(since) ? Number(since) * 1000 : 0;
}

function toJson({ at, text }: JournalEntry): object {
  return { at: seconds(at), ...(JSON.parse(text) as object) };
}
