import { openStore, type Store, type StoredRequest } from '@tintype/store';
import type { ReceivedOf } from './create-hooks.ts';
import type { Asked } from './ask-all.ts';
import type { ClusterAccount } from './cluster-accounts.ts';

/** What became of what was promised. */
export interface ClusterAssessment {
  accepted: number;
  refused: number;
  succeeded: number;
  /** By code. */
  failed: Record<string, number>;
  /** How many were started how often. */
  attempts: Record<string, number>;
  webhooks: number;
  /** Webhooks beyond the first of a request. */
  duplicates: number;
  /** A sentence for each thing that should not be. */
  problems: string[];
}

/** What {@link assessCluster} looks at, when nothing moves any more. */
export interface ClusterEvidence {
  place: string;
  dataDir: string;
  accounts: readonly ClusterAccount[];
  asked: Asked;
  received: ReadonlyMap<string, ReceivedOf>;
}

/** Compares what was promised with what lies in the store, and with the webhooks that came. */
export async function assessCluster(evidence: ClusterEvidence): Promise<ClusterAssessment> {
  const { place, dataDir, accounts } = evidence;
  const store = await openStore({ place, dataDir });
  const sum: ClusterAssessment = {
    accepted: 0,
    refused: 0,
    succeeded: 0,
    failed: {},
    attempts: {},
    webhooks: 0,
    duplicates: 0,
    problems: [],
  };
  try {
    for (const account of accounts) await assessAccount(account, store, evidence, sum);
    return sum;
  } finally {
    await store.close();
  }
}

async function assessAccount(
  { name, asks, quota }: ClusterAccount,
  store: Store,
  { asked, received }: ClusterEvidence,
  sum: ClusterAssessment,
): Promise<void> {
  const problem = (text: string) => void sum.problems.push(`${name}: ${text}`);
  const accountId = (await store.accounts.findByName(name))?.id ?? '';
  const promised = asked.promised.get(name) ?? new Set<string>();
  const refused = asked.refused.get(name) ?? 0;
  sum.accepted += promised.size;
  sum.refused += refused;
  const expected = Math.min(asks, quota);
  if (promised.size !== expected) problem(`${promised.size} were accepted instead of ${expected}`);
  if (refused !== asks - expected) problem(`${refused} were refused instead of ${asks - expected}`);

  const requests = await allRequests(store, accountId);
  const known = new Map(requests.map((request) => [request.id, request]));
  if (requests.length !== promised.size) problem(`${requests.length} requests are kept`);
  for (const id of promised) if (!hasEnded(known.get(id))) problem(`${id} was lost`);
  let counted = 0;
  for (const request of requests) {
    if (!promised.has(request.id)) problem(`${request.id} was promised to nobody`);
    if (request.url === undefined || !new URL(request.url).pathname.endsWith(`/${name}`)) {
      problem(`${request.id} is of another account: ${request.url}`);
    }
    sum.attempts[request.attempts] = (sum.attempts[request.attempts] ?? 0) + 1;
    if (request.status === 'succeeded') counted += 1;
    const code = request.error?.code;
    if (code) sum.failed[code] = (sum.failed[code] ?? 0) + 1;
    if (request.status === 'succeeded') await checkFile(request, accountId, store, problem);
  }
  sum.succeeded += counted;
  const { used, reserved } = await store.usage.used(accountId);
  if (used !== counted) problem(`${used} renders were charged, and ${counted} succeeded`);
  if (reserved !== 0) problem(`${reserved} renders are held by nobody`);
  checkHooks(name, promised, received, sum, problem);
}

function checkHooks(
  name: string,
  promised: ReadonlySet<string>,
  received: ClusterEvidence['received'],
  sum: ClusterAssessment,
  problem: (text: string) => void,
): void {
  const own = received.get(name);
  for (const id of promised) if (!own?.has(id)) problem(`no webhook of ${id} came`);
  for (const [id, hooks] of own ?? []) {
    if (!promised.has(id)) problem(`a webhook of ${id} came, which is another account's`);
    if (hooks.bodies.size !== 1 || hooks.webhookIds.size !== 1) problem(`webhooks of ${id} differ`);
    sum.webhooks += hooks.count;
    sum.duplicates += hooks.count - 1;
  }
}

const hasEnded = (request: StoredRequest | undefined) =>
  request?.status === 'succeeded' || request?.status === 'failed';

async function checkFile(
  { id, file }: StoredRequest,
  accountId: string,
  store: Store,
  problem: (text: string) => void,
): Promise<void> {
  const row = await store.files.get(file?.name ?? '');
  if (row === undefined || (await store.fileBytes.read(row)) === undefined) {
    problem(`the file of ${id} is not there`);
  } else if (row.accountId !== accountId) problem(`the file of ${id} is another account's`);
}

async function allRequests(store: Store, accountId: string): Promise<StoredRequest[]> {
  const found: StoredRequest[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const page = { limit: 500, ...(before === undefined ? {} : { before }) };
    const more = await store.requests.list(accountId, page);
    if (more.length === 0) return found;
    found.push(...more);
  }
}
