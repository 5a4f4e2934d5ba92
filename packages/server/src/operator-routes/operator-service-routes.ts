import { RenderError } from '@tintype/contract';
import type { Journal, JournalEntry } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../reply/send-json.ts';
import { readPage, wrongCursor } from '../parse/read-page.ts';
import { seconds } from '../reply/json-values.ts';
import type { ServerOptions } from '../server-options.ts';
import { lastMinutes, mergeMinutes, minutesOf, type WrittenMinute } from './merge-figures.ts';

/** Time figures are stored. */
const dayMs = 24 * 60 * 60_000;

/** Entries to read at a time, and minutes to return: a day of eight processes. */
const atOnce = 1_000;
const maxFigures = 11_520;

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
    const { process } = Object.fromEntries(request.entries);
    const written = await readFigures(store.journal, sinceAt);
    const minutes = process === undefined ? mergeMinutes(written) : minutesOf(written, process);
    return sendJson(reply, 200, {
      now: { at: seconds(now()), ...(await operator?.figures()) },
      minutes,
      processes: lastMinutes(written),
    });
  });

  app.post('/v1/operator/doctor', async (_request, reply) => {
    if (operator?.doctor === undefined) {
      throw new RenderError('not_found', 'This service cannot be examined.');
    }
    return sendJson(reply, 200, { at: seconds(now()), ...(await operator.doctor()) });
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

/** Oldest first. Others have their turn in between. */
async function readFigures(
  journal: Pick<Journal, 'list'>,
  sinceAt: number,
): Promise<WrittenMinute[]> {
  const minutes: WrittenMinute[] = [];
  for (let before: number | undefined; minutes.length < maxFigures;) {
    const page = await journal.list('figures', {
      limit: atOnce,
      sinceAt,
      ...(before !== undefined && { before }),
    });
    minutes.push(...page.map((entry) => toJson(entry) as WrittenMinute));
    before = page.at(-1)?.id;
    if (page.length < atOnce) break;
  }
  return minutes.reverse();
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
