import { kinds } from '@tintype/contract/light';
import { watchedParts } from '@tintype/contract/wire';
import { createStoreCommand } from './create-store-command.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { ACCOUNT_FLAG, LIMIT_FLAG, readLimit } from '../flags/list-flags.ts';
import { tasksActions } from './tasks-actions.ts';

const USAGE = `Usage
  tintype tasks list [--account <name | id>] [--limit <n>]
  tintype tasks show <id>
  tintype tasks create <name> --api <api> --query <query> --frequency <frequency> [--timezone <zone>] [--no-enabled]
  tintype tasks create <name> --api <api> --query <query> --crontab <crontab> ...
  tintype tasks pause <id>
  tintype tasks resume <id>
  tintype tasks runs <id> [--limit <n>]
  tintype tasks create <name> ... --watch <part> [--threshold <share>] [--no-confirm]
  tintype tasks checks <id> [--limit <n>]
  tintype tasks accept <id> <request> [--as <baseline | variant>]
  tintype tasks remove <id>

Scheduled tasks of the service. Everything takes effect within a second, also while the service runs.`;

const FLAGS: readonly Flag[] = [
  ...inGroup('Task', {
    api: [`<${[...kinds, 'captures'].join(' | ')}>`, 'What is made.'],
    query: [
      '<query>',
      'The parameters as a query string: "url=https://example.com&full_page=true".',
    ],
    frequency: [
      '<every_minute | every_hour | every_day | every_month | custom>',
      'How often it runs; from every_hour on at the current minute, hour and day.',
    ],
    crontab: [
      '<crontab>',
      'Five fields: minute, hour, day of month, month, day of week. Implies --frequency custom.',
    ],
    timezone: ['<zone>', 'Name of the IANA database; default Etc/UTC.'],
    enabled: ['', '--no-enabled creates a paused task.'],
  }),
  ...inGroup('Monitor', {
    watch: [
      `<${watchedParts.join(' | ')}>`,
      'Makes the task a monitor: its webhook is sent only if this changed.',
    ],
    'watch-selector': ['<selector>', 'Element whose text is compared; with --watch selector.'],
    threshold: ['<share>', 'Share of pixels or lines, 0 to 1, up to which nothing changed.'],
    confirm: ['', '--no-confirm reports a change without a second load.'],
    as: ['<baseline | variant>', 'Instead of the accepted page, or beside it; default baseline.'],
  }),
  ACCOUNT_FLAG,
  LIMIT_FLAG,
];

/** Flags that apply to each action. */
const meant: Readonly<Record<keyof typeof tasksActions, readonly string[]>> = {
  list: ['account', 'limit'],
  show: [],
  create: [
    'api',
    'query',
    'frequency',
    'crontab',
    'timezone',
    'enabled',
    'account',
    'watch',
    'watch-selector',
    'threshold',
    'confirm',
  ],
  pause: [],
  resume: [],
  remove: [],
  runs: ['limit'],
  checks: ['limit'],
  accept: ['as'],
};

/** Flags of monitors. */
const ofWatch = ['watch-selector', 'threshold', 'confirm'] as const;

/** `tintype tasks`: manages scheduled tasks. */
export const tasksCommand = createStoreCommand({
  name: 'tasks',
  usage: USAGE,
  flags: FLAGS,
  actions: tasksActions,
  meant,
  refuse(action, [subject, extra, more], given) {
    readLimit(given);
    const unused = given.has('watch') ? undefined : ofWatch.find((name) => given.has(name));
    if (action === 'create' && unused !== undefined) {
      return `--${unused} has no effect without --watch, which makes the task a monitor.`;
    }
    const isRight =
      action === 'list'
        ? subject === undefined
        : action === 'accept'
          ? extra && more === undefined
          : subject && extra === undefined;
    if (isRight) return undefined;
    const forms: Partial<Record<typeof action, string>> = {
      list: '',
      create: ' <name>',
      accept: ' <id> <request>',
    };
    const form = forms[action] ?? ' <id>';
    return `Say tintype tasks ${action}${form}; see --help.`;
  },
});
