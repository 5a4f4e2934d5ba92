import type { S3Options } from '@tintype/files';
import { openStore, type Store, type StoredRequest } from '@tintype/store';
import { isClose, readPixels } from '@tintype/testkit';
import { allRequests, hasEnded } from '../assess-run.ts';
import type { ReceivedOf } from '../create-hooks.ts';
import type { Asked, Viewport } from './ask-all.ts';
import type { ClusterAccount } from './cluster-accounts.ts';
import { pageColour } from './cluster-pages.ts';

/** Outcome of the accepted requests. */
export interface ClusterAssessment {
  accepted: number;
  refused: number;
  succeeded: number;
  /** By code. */
  failed: Record<string, number>;
  /** Number of requests by the number of attempts. */
  attempts: Record<string, number>;
  webhooks: number;
  /** Webhooks beyond the first of a request. */
  duplicates: number;
  /** From when a request was accepted to its end, in seconds. */
  longestWaitSeconds: number;
  /** A sentence for each thing that should not be. */
  problems: string[];
}

/** Inputs of {@link assessCluster}, once everything is idle. */
export interface ClusterEvidence {
  place: string;
  dataDir: string;
  /** Storage of the files. */
  s3: S3Options;
  accounts: readonly ClusterAccount[];
  asked: Asked;
  received: ReadonlyMap<string, ReceivedOf>;
  viewport: Viewport;
}

/** Files are read so many at a time. */
const FILES_AT_ONCE = 16;

export async function assessCluster(evidence: ClusterEvidence): Promise<ClusterAssessment> {
  const { place, dataDir, s3, accounts } = evidence;
  const store = await openStore({ place, dataDir, s3 });
  const sum: ClusterAssessment = {
    accepted: 0,
    refused: 0,
    succeeded: 0,
    failed: {},
    attempts: {},
    webhooks: 0,
    duplicates: 0,
    longestWaitSeconds: 0,
    problems: [],
  };
  try {
    for (const at of accounts.keys()) await assessAccount(at, store, evidence, sum);
    return sum;
  } finally {
    await store.close();
  }
}

async function assessAccount(
  at: number,
  store: Store,
  { accounts, asked, received, viewport }: ClusterEvidence,
  sum: ClusterAssessment,
): Promise<void> {
  const { name, asks, quota } = accounts[at]!;
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
    const { createdAt, finishedAt = createdAt } = request;
    const waitedSeconds = Math.round((finishedAt - createdAt) / 1000);
    sum.longestWaitSeconds = Math.max(sum.longestWaitSeconds, waitedSeconds);
  }
  const withFile = requests.filter(({ status }) => status === 'succeeded');
  const checkFiles = async () => {
    for (let one = withFile.pop(); one; one = withFile.pop()) {
      await checkFile(one, { place: at, accountId, store, viewport, problem });
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, checkFiles));
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

interface FileCheck {
  /** Of the account. */
  place: number;
  accountId: string;
  store: Store;
  viewport: Viewport;
  problem(text: string): void;
}

/** It is there, of this account, and shows the page that was asked for. */
async function checkFile(
  { id, file, url = '' }: StoredRequest,
  { place, accountId, store, viewport, problem }: FileCheck,
): Promise<void> {
  const row = await store.files.get(file?.name ?? '');
  const content = row && (await store.fileBytes.read(row));
  if (content === undefined) return problem(`the file of ${id} is not there`);
  if (row?.accountId !== accountId) problem(`the file of ${id} is another account's`);
  const image = await readPixels(content);
  if (image.width !== viewport.width || image.height !== viewport.height) {
    problem(`the file of ${id} is ${image.width}x${image.height}`);
  }
  const number = Number(new URL(url).search.slice(1));
  const [shown, wanted] = [image.at(1, 1), pageColour({ place, number })];
  if (!isClose(shown, wanted)) problem(`the file of ${id} shows another page: ${shown.join()}`);
}
