import { domainToASCII } from 'node:url';
import { readReceipt, verdictsOf } from '@tintype/contract/headers';
import type {
  FoundRequests,
  RequestMatch,
  Requests,
  StoredRequest,
} from '../../ports/requests/requests.ts';
import type { RowPlace } from '../prepare-list.ts';
import {
  prepareRequestList,
  toRequest,
  type PublicRow,
  type RequestsParts,
} from './request-rows.ts';
import type { StoreBounds } from '../store-bounds.ts';

/** So many rows are opened before others have their turn. */
const CHUNK = 250;

export type SearchParts = Pick<RequestsParts, 'database' | 'box'> &
  Pick<StoreBounds, 'requestsExamined'>;

export function prepareSearch(parts: SearchParts): Requests['search'] {
  const { database, box, requestsExamined } = parts;
  const list = prepareRequestList(database);
  return async (accountId, search) => {
    const { taskId, batchId, status, kind, limit, sinceAt = 0, untilAt, match = {} } = search;
    const values = { account_id: accountId, task_id: taskId, batch_id: batchId, status, kind };
    const fits = prepareFits(match);
    const requests: StoredRequest[] = [];
    // Ids are not empty: of the same timestamp, all of them come before this place.
    let place: RowPlace<string> | undefined =
      search.after ?? (untilAt === undefined ? undefined : { createdAt: untilAt, id: '' });
    for (let examined = 0; examined < requestsExamined;) {
      const after = place;
      const size = fits === undefined ? limit + 1 : Math.min(CHUNK, requestsExamined - examined);
      const rows = await database.read(() => list(values, { limit: size, after }));
      for (const row of rows) {
        if (row.created_at < sinceAt) return { requests };
        if (requests.length === limit) return { requests, ...(place && { next: place }) };
        if (fits === undefined || fits.quickly(row)) {
          const request = toRequest(row, box);
          if (fits === undefined || fits.fully(request)) requests.push(request);
        }
        place = { createdAt: row.created_at, id: row.id };
        examined += 1;
      }
      if (rows.length < size) return { requests };
    }
    return { requests, ...(place && { next: place }) } satisfies FoundRequests;
  };
}

interface Fits {
  /** A check that needs no decryption. */
  quickly(row: PublicRow): boolean;
  fully(request: StoredRequest): boolean;
}

/** Undefined: everything does. */
function prepareFits(match: RequestMatch): Fits | undefined {
  if (Object.values(match).every((wanted) => wanted === undefined)) return undefined;
  const { minDurationMs = 0, error, host, address, verdict } = match;
  const words = address?.toLowerCase();
  const wantedHost = host === undefined ? undefined : asInAddresses(host);
  return {
    quickly: ({ created_at, finished_at, error: text }) =>
      (minDurationMs === 0 ||
        (finished_at !== null && finished_at - created_at >= minDurationMs)) &&
      (error === undefined || (text !== null && codeOf(text) === error)),
    fully: ({ url = '', metadata = {}, outputs = [] }) =>
      (words === undefined || url.toLowerCase().includes(words)) &&
      (wantedHost === undefined || isOfHost(url, wantedHost)) &&
      (verdict === undefined ||
        [metadata, ...outputs.map((output) => output.metadata ?? {})].some((told) =>
          hasVerdict(told, verdict),
        )),
  };
}

function codeOf(text: string): unknown {
  return (JSON.parse(text) as { code?: unknown }).code;
}

/** Internationalised names are `xn--...` in URLs. */
function asInAddresses(host: string): string {
  const [, name = host, port = ''] = /^([^:]*)(:\d*)?$/.exec(host) ?? [];
  return `${domainToASCII(name) || name.toLowerCase()}${port}`;
}

function isOfHost(url: string, wanted: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && (parsed.hostname === wanted || parsed.host === wanted);
}

function hasVerdict(
  metadata: NonNullable<StoredRequest['metadata']>,
  verdict: NonNullable<RequestMatch['verdict']>,
): boolean {
  const receipt = readReceipt(new Headers(metadata));
  const verdicts = receipt === undefined ? [] : verdictsOf(receipt);
  return verdict === 'any' ? verdicts.length > 0 : verdicts.includes(verdict);
}
