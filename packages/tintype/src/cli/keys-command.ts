import { nearest } from '@tintype/contract';
import { EXIT, type CliContext } from './cli-context.ts';
import { HELP_FLAG, JSON_FLAG, VERBOSE_FLAG } from './command-flags.ts';
import type { Flag } from './flag.ts';
import { formatHelp } from './help.ts';
import { keysActions } from './keys-actions.ts';
import { parseFlags } from './parse-flags.ts';
import { chooseAction } from './store-actions.ts';
import { STORE_FLAGS, withStore } from './store-flags.ts';
import { UsageError } from './usage-error.ts';

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
  ...STORE_FLAGS,
  { ...JSON_FLAG, description: 'Print the answer as JSON.' },
  VERBOSE_FLAG,
  HELP_FLAG,
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
export async function keysCommand(args: readonly string[], context: CliContext): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearest);
  const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  if (given.get('help') === 'true') {
    context.stdout.write(formatHelp(USAGE, FLAGS, context.stdout));
    return EXIT.done;
  }
  const [word, subject, extra] = parsed.positionals;
  const action = chooseAction('keys', word, keysActions);
  if (action === 'list') {
    if (subject !== undefined) throw new UsageError('tintype keys list takes no name.');
  } else if (!subject || extra !== undefined) {
    const form = action === 'create' ? '<name>' : '<name | id>';
    throw new UsageError(`Say which account: tintype keys ${action} ${form}`);
  }
  const idle = parsed.entries.find(
    ({ flag }) => flag.group === ACCOUNT && !meant[action].includes(flag.name),
  );
  if (idle) throw new UsageError(`--${idle.flag.name} means nothing to tintype keys ${action}.`);
  const text = await withStore(
    parsed,
    context,
    (opened) => keysActions[action]({ ...opened, given, subject: subject ?? '' }),
    { isMade: action === 'create' },
  );
  context.stdout.write(
    given.get('json') === 'true' ? `${JSON.stringify(text.json, null, 2)}\n` : text.plain,
  );
  return EXIT.done;
}
