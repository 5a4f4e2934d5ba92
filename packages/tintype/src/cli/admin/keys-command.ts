import { createStoreCommand } from './create-store-command.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { keysActions } from './keys-actions.ts';

const USAGE = `Usage
  tintype keys create <name> [--plan <plan>] [--signature-required] [--rate <n>] [--quota <n>]
  tintype keys list
  tintype keys rotate <name | id> [--only access | --only secret] [--overlap <time>]
  tintype keys set <name | id> [--name <name>] [--plan <plan>] [--status <status>] ...
  tintype keys publish <name | id> [--kinds <kinds>]
  tintype keys unpublish <name | id>
  tintype keys revoke <name | id>
  tintype keys rotate-master

Accounts of the service, each with an access key and a secret key. Changes take effect immediately, also while the service runs. Only rotate-master, which
encrypts everything under a new master key, requires the service to be stopped.`;

const FLAGS: readonly Flag[] = inGroup('Account', {
  plan: ['<free | pro | scale>', 'Features and limits of the account; a new one gets scale.'],
  status: ['<active | unpaid>', 'An unpaid account receives 402.'],
  'signature-required': ['', 'Render requests by GET must be signed with the secret key.'],
  'signature-version': [
    '<1 | 2>',
    'Lowest accepted version of signatures; version 2 also signs path and expiry.',
  ],
  kinds: ['<kinds>', 'Kinds of a publishable key, separated by commas; default all.'],
  rate: ['<number | plan>', 'Requests per minute; "plan" restores the limit of the plan.'],
  quota: ['<number | plan>', 'Renders per month; "plan" restores the quota of the plan.'],
  name: ['<name>', 'A new name, for set.'],
  only: ['<access | secret>', 'Which key to rotate; default both.'],
  overlap: [
    '<time>',
    'How long the old key stays valid: 30m, 24h, 7d. Default: it becomes invalid immediately.',
  ],
});

type Action = keyof typeof keysActions;

/** Flags that apply to each action. */
const meant: Readonly<Record<Action, readonly string[]>> = {
  create: ['plan', 'status', 'signature-required', 'signature-version', 'rate', 'quota'],
  list: [],
  rotate: ['only', 'overlap'],
  revoke: [],
  'rotate-master': [],
  publish: ['kinds'],
  unpublish: [],
  set: ['name', 'plan', 'status', 'signature-required', 'signature-version', 'rate', 'quota'],
};

/** `tintype keys`: manages accounts and their keys. */
export const keysCommand = createStoreCommand({
  name: 'keys',
  usage: USAGE,
  flags: FLAGS,
  actions: keysActions,
  meant,
  refuse(action, [subject, extra]) {
    if (action === 'list' || action === 'rotate-master') {
      return subject === undefined ? undefined : `tintype keys ${action} takes no name.`;
    }
    if (subject && extra === undefined) return undefined;
    const form = action === 'create' ? '<name>' : '<name | id>';
    return `Name the account: tintype keys ${action} ${form}`;
  },
  isMade: (action) => action === 'create',
});
