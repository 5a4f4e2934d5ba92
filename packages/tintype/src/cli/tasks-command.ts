import { nearest } from '@tintype/contract';
import { EXIT, type CliContext } from './cli-context.ts';
import { HELP_FLAG, JSON_FLAG, VERBOSE_FLAG } from './command-flags.ts';
import type { Flag } from './flag.ts';
import { formatHelp } from './help.ts';
import { parseFlags } from './parse-flags.ts';
import { STORE_FLAGS, withStore } from './store-flags.ts';
import {
  ACCOUNT_FLAG,
  chooseAction,
  LIMIT_FLAG,
  readLimit,
  refuseIdleFlags,
} from './store-actions.ts';
import { tasksActions } from './tasks-actions.ts';
import { UsageError } from './usage-error.ts';

const USAGE = `Usage
  tintype tasks list [--account <name | id>]
  tintype tasks show <id>
  tintype tasks create <name> --api <api> --query <query> --frequency <frequency> [--timezone <zone>] [--no-enabled]
  tintype tasks create <name> --api <api> --query <query> --crontab <crontab> ...
  tintype tasks pause <id>
  tintype tasks resume <id>
  tintype tasks runs <id> [--limit <n>]
  tintype tasks remove <id>

Scheduled tasks of the service. Everything takes effect within a second, also while the service runs.`;

const TASK = 'Task';

const FLAGS: readonly Flag[] = [
  {
    name: 'api',
    isSwitch: false,
    placeholder: '<screenshot | screencast | pdf | scrape>',
    group: TASK,
    description: 'What is made.',
  },
  {
    name: 'query',
    isSwitch: false,
    placeholder: '<query>',
    group: TASK,
    description: 'The parameters as a query string: "url=https://example.com&full_page=true".',
  },
  {
    name: 'frequency',
    isSwitch: false,
    placeholder: '<every_minute | every_hour | every_day | every_month | custom>',
    group: TASK,
    description: 'How often it runs; from every_hour on at the minute, hour and day of now.',
  },
  {
    name: 'crontab',
    isSwitch: false,
    placeholder: '<crontab>',
    group: TASK,
    description: 'Five fields: minute, hour, day of month, month, day of week. Means custom.',
  },
  {
    name: 'timezone',
    isSwitch: false,
    placeholder: '<zone>',
    group: TASK,
    description: 'Name of the IANA database; default Etc/UTC.',
  },
  {
    name: 'enabled',
    isSwitch: true,
    group: TASK,
    description: '--no-enabled makes the task paused.',
  },
  ACCOUNT_FLAG,
  LIMIT_FLAG,
  ...STORE_FLAGS,
  JSON_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** Which flags mean something to which action. */
const meant: Readonly<Record<keyof typeof tasksActions, readonly string[]>> = {
  list: ['account'],
  show: [],
  create: ['api', 'query', 'frequency', 'crontab', 'timezone', 'enabled', 'account'],
  pause: [],
  resume: [],
  remove: [],
  runs: ['limit'],
};

/** `tintype tasks`: scheduled tasks, on the data of a service. */
export async function tasksCommand(args: readonly string[], context: CliContext): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearest);
  const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  if (given.get('help') === 'true') {
    context.stdout.write(formatHelp(USAGE, FLAGS, context.stdout));
    return EXIT.done;
  }
  const [word, subject, extra] = parsed.positionals;
  const action = chooseAction('tasks', word, tasksActions);
  if (action === 'list' ? subject !== undefined : !subject || extra !== undefined) {
    const form = action === 'list' ? '' : action === 'create' ? ' <name>' : ' <id>';
    throw new UsageError(`Say tintype tasks ${action}${form}; see --help.`);
  }
  refuseIdleFlags('tasks', action, parsed, meant[action]);
  readLimit(given);
  const answer = await withStore(parsed, context, (opened) =>
    tasksActions[action]({ ...opened, given, subject: subject ?? '' }),
  );
  context.stdout.write(
    given.get('json') === 'true' ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.plain,
  );
  return EXIT.done;
}
