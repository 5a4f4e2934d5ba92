import { sessionNotFound } from '@tintype/contract';
import type { SessionDirectory, SessionInfo } from '@tintype/core';
import { sessionsFor } from '../../sessions/sessions-for.ts';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { createCommand } from '../flags/create-command.ts';
import { HELP_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { formatBytes, oneLine, paint } from '../output/terminal.ts';
import { stateText } from './state-text.ts';
import { instant, textTable } from '../output/text-table.ts';

const USAGE = `Usage
  tintype sessions list [--json]
  tintype sessions export <name> [-o <state.json>]
  tintype sessions delete <name>

Sessions keep cookies, local storage and databases from one render to the next. tintype login <url> --session <name>
creates one, and tintype screenshot <url> --session <name> uses it. They are stored encrypted in the folder sessions of TINTYPE_DATA_DIR.`;

export const SESSIONS_FLAGS: readonly Flag[] = [
  ...inGroup('Output', {
    json: ['', 'Print the list as JSON.'],
    output: [
      '<state.json>',
      'File for the state, which only you may read; default stdout.',
      { short: 'o' },
    ],
  }),
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** `tintype sessions`: lists, exports and deletes sessions. */
export const sessionsCommand = createCommand({ usage: USAGE, flags: SESSIONS_FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const [action = '', name, extra] = parsed.positionals;
  const isKnown = action === 'list' ? name === undefined : isNamed(action) && name !== undefined;
  if (!isKnown || extra !== undefined) {
    const got = parsed.positionals.length === 0 ? 'nothing' : `"${parsed.positionals.join(' ')}"`;
    throw new UsageError(
      `Say tintype sessions list, tintype sessions export <name> or tintype sessions delete <name>; got ${got}.`,
    );
  }
  const sessions = sessionsFor({}, context.environment);
  if (!sessions) return EXIT.done;
  if (action === 'list') return list(sessions, parsed.isOn('json'), context);
  if (action === 'delete') await remove(sessions, name ?? '', context);
  else await exportState(sessions, name ?? '', parsed.last('output'), context);
  return EXIT.done;
}

function isNamed(action: string): boolean {
  return action === 'export' || action === 'delete';
}

async function list(
  sessions: SessionDirectory,
  isJson: boolean,
  { stdout, stderr }: CliContext,
): Promise<number> {
  const infos = await sessions.list();
  const problems = infos.flatMap(({ problem }) => problem ?? []);
  const readable = infos.filter(({ problem }) => problem === undefined);
  for (const problem of problems) {
    stderr.write(`${paint('yellow', 'warning:', stderr)} ${oneLine(problem)}\n`);
  }
  if (isJson) stdout.write(`${JSON.stringify(infos, undefined, 2)}\n`);
  else if (infos.length === 0) stdout.write('There are no sessions.\n');
  else if (readable.length > 0) stdout.write(tableOf(readable));
  return problems.length > 0 ? EXIT.failed : EXIT.done;
}

function tableOf(infos: readonly SessionInfo[]): string {
  const header = ['NAME', 'COOKIES', 'SITES', 'SIZE', 'UPDATED', 'EXPIRES'];
  const rows = infos.map(({ name, cookies, origins, bytes, updatedAt, expiresAt }) => [
    name,
    String(cookies),
    String(origins),
    formatBytes(bytes),
    instant(updatedAt, 'minutes'),
    instant(expiresAt, 'minutes'),
  ]);
  return textTable([header, ...rows]);
}

async function remove(
  sessions: SessionDirectory,
  name: string,
  { stdout }: CliContext,
): Promise<void> {
  if (!(await sessions.delete(name))) throw sessionNotFound(name);
  stdout.write(`${name} is deleted.\n`);
}

async function exportState(
  sessions: SessionDirectory,
  name: string,
  file: string | undefined,
  { stdout, onExit }: CliContext,
): Promise<void> {
  const session = await sessions.read(name);
  if (!session) throw sessionNotFound(name);
  const text = stateText(session.state);
  if (file === undefined || file === '-') return void stdout.write(text);
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  await writer.replace(file, Buffer.from(text), 0o600);
}
