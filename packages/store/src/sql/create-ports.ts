import { kindInfos } from '@tintype/contract/light';
import type { FileBytes } from '@tintype/files';
import type { SecretBox } from '../keys/secret-box.ts';
import type { StoreKind } from '../ports.ts';
import { createAccountRows } from './accounts/account-rows.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createPageSessions } from './accounts/page-sessions.ts';
import { createSessions } from './accounts/sessions.ts';
import { createUsage, type UsageParts } from './accounts/usage.ts';
import type { Database } from './database.ts';
import { createOutbox } from './deliveries/outbox.ts';
import { createFiles } from './files/file-rows.ts';
import { createJournal } from './journal.ts';
import { createMonitors } from './monitors/monitors.ts';
import { createBatches } from './requests/batches.ts';
import { createIdempotency } from './requests/idempotency.ts';
import { createRequests } from './requests/requests.ts';
import type { StoreBounds } from './store-bounds.ts';
import { createTasks } from './tasks/tasks.ts';

export interface PortParts extends StoreBounds {
  database: Database;
  /** For what must survive a kill, but not a loss of power. Default: the same. */
  quick?: Database;
  rates: UsageParts['rates'];
  box: SecretBox;
  /** Under whose name things are claimed and reserved. */
  holder: string;
  /** Default: Tintype's own. */
  kinds?: readonly StoreKind[] | undefined;
  fileBytes: FileBytes;
  now: () => number;
}

/** Creates the ports that all databases implement by the same statements. */
export function createPorts({ rates, fileBytes, ...parts }: PortParts) {
  const { database, quick = database, now } = parts;
  const all = { ...parts, kinds: parts.kinds ?? kindInfos };
  return {
    accounts: createAccounts(all),
    usage: createUsage({ ...all, database: quick, rates }),
    requests: createRequests(all),
    batches: createBatches(all),
    files: createFiles(all),
    idempotency: createIdempotency({ ...all, database: quick, fileBytes }),
    outbox: createOutbox(all),
    tasks: createTasks(all),
    monitors: createMonitors(all),
    sessions: createSessions({ ...all, accounts: createAccountRows(database) }),
    pageSessions: createPageSessions(all),
    journal: createJournal(quick, now),
  };
}
