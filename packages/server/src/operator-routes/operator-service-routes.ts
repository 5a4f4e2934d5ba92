import { RenderError } from '@tintype/contract';
import { wrongCursor } from '@tintype/contract/read';
import type { Journal, JournalEntry } from '@tintype/store';
import { readPage } from '../parse/read-list.ts';
import { seconds } from '../reply/json-values.ts';
import { lastMinutes, mergeMinutes, minutesOf, type StoredMinute } from './merge-figures.ts';
import { declareRoutes, type Route } from '../route/define-route.ts';
import {
  jsonContent,
  listContent,
  pageParameters,
  queryParameter,
  type Json,
} from '../route/json-parts.ts';

/** Time figures are stored. */
const dayMs = 24 * 60 * 60_000;

/** Entries per read, and minutes to return: a day of eight processes. */
const atOnce = 1_000;
const maxFigures = 11_520;

const count: Json = { type: 'integer', minimum: 0 };

/** `/v1/operator/...`: figures, settings, audit list, doctor. */
export const operatorServiceRoutes: readonly Route[] = declareRoutes('operator', 'Operation', [
  {
    method: 'GET',
    path: '/v1/operator/settings',
    operation: {
      id: 'getSettings',
      summary: 'Active settings and their sources, without secrets',
      content: 'SettingList',
    },
    handle: async (_request, _reply, { operator }) => ({ settings: operator?.settings ?? {} }),
  },
  {
    method: 'GET',
    path: '/v1/operator/figures',
    operation: {
      id: 'getFigures',
      summary: 'Current state, and figures of each minute of the last day',
      parameters: [
        queryParameter('since', 'Only minutes since this time, Unix seconds.', count),
        queryParameter(
          'process',
          'Only minutes of this process. Default: all processes together.',
          {
            type: 'string',
          },
        ),
      ],
      content: jsonContent({
        type: 'object',
        required: ['now', 'minutes', 'processes'],
        properties: {
          now: { type: 'object', description: 'The responding process, with its browsers.' },
          minutes: { type: 'array', items: { type: 'object' }, description: 'Oldest first.' },
          processes: {
            type: 'array',
            items: { type: 'object' },
            description: 'The last minute of each process, newest first; 50 at most.',
          },
        },
      }),
    },
    handle: async ({ entries }, _reply, { store, operator, now }) => {
      const { process, since = '' } = Object.fromEntries(entries);
      const asked = /^[0-9]{1,11}$/.test(since) ? Number(since) * 1000 : 0;
      const sinceAt = Math.max(now() - dayMs, asked);
      const written = await readFigures(store.journal, sinceAt);
      const minutes = process === undefined ? mergeMinutes(written) : minutesOf(written, process);
      return {
        now: { at: seconds(now()), ...(await operator?.figures()) },
        minutes,
        processes: lastMinutes(written),
      };
    },
  },
  {
    method: 'POST',
    path: '/v1/operator/doctor',
    operation: {
      id: 'runDoctor',
      summary: "Run the checks of tintype doctor on this process's machine",
      content: 'DoctorReport',
      errors: ['not_found', 'timeout', 'internal'],
    },
    handle: async (_request, _reply, { operator, now }) => {
      if (operator?.doctor === undefined) {
        throw new RenderError('not_found', 'This service has no checks.');
      }
      return { at: seconds(now()), ...(await operator.doctor()) };
    },
  },
  {
    method: 'GET',
    path: '/v1/operator/audit',
    operation: {
      id: 'listAudit',
      summary: 'Changes of operators, newest first; the last 10,000',
      parameters: pageParameters,
      content: listContent('entries', 'AuditEntry'),
      errors: ['invalid_parameter', 'unknown_parameter'],
    },
    handle: async (request, _reply, { store }) => {
      const { limit, cursor } = readPage(request.entries);
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const entries = await store.journal.list('audit', {
        limit,
        ...(before !== undefined && { before }),
      });
      const last = entries.length === limit ? entries.at(-1) : undefined;
      return { entries: entries.map(toJson), ...(last && { next: String(last.id) }) };
    },
  },
]);

/** Returns figures, oldest first. Other work runs between the reads. */
async function readFigures(
  journal: Pick<Journal, 'list'>,
  sinceAt: number,
): Promise<StoredMinute[]> {
  const minutes: StoredMinute[] = [];
  for (let before: number | undefined; minutes.length < maxFigures;) {
    const page = await journal.list('figures', {
      limit: atOnce,
      sinceAt,
      ...(before !== undefined && { before }),
    });
    minutes.push(...page.map((entry) => toJson(entry) as StoredMinute));
    before = page.at(-1)?.id;
    if (page.length < atOnce) break;
  }
  return minutes.reverse();
}

function readCursor(cursor: string): number {
  return /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : wrongCursor();
}

function toJson({ at, text }: JournalEntry): object {
  return { at: seconds(at), ...(JSON.parse(text) as object) };
}
