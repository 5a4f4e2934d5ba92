import { createStoreCommand } from './create-store-command.ts';
import type { Flag } from './flag.ts';
import { keysActions } from './keys-actions.ts';

const USAGE = `Usage
  tintype keys create <name> [--plan <plan>] [--signature-required] [--rate <n>] [--quota <n>]
  tintype keys list
  tintype keys rotate <name | id> [--only access | --only secret]
  tintype keys set <name | id> [--name <name>] [--plan <plan>] [--status <status>] ...
  tintype keys revoke <name | id>

Accounts of the service, each with an access key and a secret key. Everything takes effect at once, also while the service runs.`;

const ACCOUNT = 'Account';

const FLAGS: readonly Flag[] = [
  {
    name: 'plan',
    isSwitch: false,
    placeholder: '<free | pro | scale>',
    group: ACCOUNT,
    description: 'What the account may do, and how much; a new one gets scale.',
  },
  {
    name: 'status',
    isSwitch: false,
    placeholder: '<active | unpaid>',
    group: ACCOUNT,
    description: 'The service answers an unpaid account with 402.',
  },
  {
    name: 'signature-required',
    isSwitch: true,
    group: ACCOUNT,
    description: 'Whether render requests by GET must be signed with the secret key.',
  },
  {
    name: 'rate',
    isSwitch: false,
    placeholder: '<number | plan>',
    group: ACCOUNT,
    description: 'Requests per minute; "plan" goes back to what the plan says.',
  },
  {
    name: 'quota',
    isSwitch: false,
    placeholder: '<number | plan>',
    group: ACCOUNT,
    description: 'Renders per month; "plan" goes back to what the plan says.',
  },
  {
    name: 'name',
    isSwitch: false,
    placeholder: '<name>',
    group: ACCOUNT,
    description: 'A new name, for set.',
  },
  {
    name: 'only',
    isSwitch: false,
    placeholder: '<access | secret>',
    group: ACCOUNT,
    description: 'Which key to rotate; both when not given.',
  },
];

type Action = keyof typeof keysActions;

/** Which flags mean something to which action. */
const meant: Readonly<Record<Action, readonly string[]>> = {
  create: ['plan', 'status', 'signature-required', 'rate', 'quota'],
  list: [],
  rotate: ['only'],
  revoke: [],
  set: ['name', 'plan', 'status', 'signature-required', 'rate', 'quota'],
};

/** `tintype keys`: accounts and their keys. */
export const keysCommand = createStoreCommand({
  name: 'keys',
  usage: USAGE,
  flags: FLAGS,
  actions: keysActions,
  meant,
  refuse(action, [subject, extra]) {
    if (action === 'list') {
      return subject === undefined ? undefined : 'tintype keys list takes no name.';
    }
    if (subject && extra === undefined) return undefined;
    const form = action === 'create' ? '<name>' : '<name | id>';
    return `Say which account: tintype keys ${action} ${form}`;
  },
  isMade: (action) => action === 'create',
});
