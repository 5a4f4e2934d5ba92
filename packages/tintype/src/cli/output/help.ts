import { kindInfos } from '@tintype/contract/light';
import { SERVICE_GROUP, type Flag } from '../flags/flag.ts';
import { columnsOf, paint, wrap, type Output } from './terminal.ts';

/** Maximum width of the left column, in characters. A longer flag gets its own line. */
const MAX_FLAG_COLUMN = 34;

/** Returns the output of `tintype --help`. */
export function formatOverview(version: string): string {
  const nouns = kindInfos.map(({ nouns }) => nouns);
  const widest = Math.max(...kindInfos.map(({ name }) => name.length));
  const commands = kindInfos.map(
    ({ name }) =>
      `  tintype ${name.padEnd(widest)} <url | file.html | -> [more...] [-o <file | folder/ | ->]`,
  );
  return `Tintype ${version}: web pages as ${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}.

Usage
${commands.join('\n')}
  tintype capture <page> -o a.webp -o a.pdf Several files of one load.
  tintype login | record <url> -o <file>    Log in, record steps, in a window.
  tintype compare <a> <b> [-o diff.png]     Two images, texts or pages.
  tintype serve | mcp | console  All of it over HTTP; for agents; for people.
  tintype doctor | devices | completion | trace  Checks; lists; shells; traces.
  tintype sessions | lists | install-browser  Logins; filter lists; a browser.
  tintype keys | tasks | requests | webhooks | backup | migrate     Its data.

Examples
  tintype screenshot https://example.com
  tintype screenshot localhost:3000 -f -w 800 --dark -o app.webp
  tintype screenshot --from addresses.txt -o shots/
  tintype screencast https://example.com --scenario scroll -o page.mp4
  tintype pdf report.html --pdf-paper-format a4 --pdf-print-background
  tintype scrape https://example.com --format md --main-content

Flags
  -h, --help | --version     Show this help, or that of a command; the version.

Environment
  TINTYPE_CHROME_PATH        The browser to use.
  TINTYPE_EGRESS_ALLOW       Private hosts that pages may reach, by commas.
  TINTYPE_NO_SANDBOX         1 runs the browser without its sandbox.
  TINTYPE_CACHE_DIR          The folder of browsers, fonts and filter lists.
  TINTYPE_BLOCK_LISTS        More filter lists: paths, separated as in PATH.

Flags of a command: tintype screenshot --help
`;
}

/** Returns the help of one command, wrapped to the width of the terminal. */
export function formatHelp(usage: string, flags: readonly Flag[], output: Output): string {
  const column = Math.min(
    MAX_FLAG_COLUMN,
    Math.max(...flags.map((flag) => spell(flag).length)) + 4,
  );
  const sections = Map.groupBy(flags, (flag) => flag.group);
  const parts = [wrapLines(usage.trimEnd(), columnsOf(output))];
  for (const [group, members] of [...sections].toSorted(lastGroupsLast)) {
    const rows = members.flatMap((flag) => formatFlag(flag, column, columnsOf(output)));
    parts.push([paint('bold', group, output), ...rows].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

/** Wraps long lines and aligns their continuation with the start of the text. */
function wrapLines(text: string, columns: number): string {
  const lines = text.split('\n').flatMap((line) => {
    if (line.length <= columns) return [line];
    const indent = /^ */.exec(line)?.[0] ?? '';
    return wrap(line.slice(indent.length), columns - indent.length).map((part) => indent + part);
  });
  return lines.join('\n');
}

/** Sorts flags without an effect last. */
function lastGroupsLast([a]: [string, Flag[]], [b]: [string, Flag[]]): number {
  return Number(a === SERVICE_GROUP) - Number(b === SERVICE_GROUP);
}

function formatFlag(flag: Flag, column: number, columns: number): string[] {
  const left = `  ${spell(flag)}`;
  const lines = wrap(flag.description, columns - column);
  const indent = ' '.repeat(column);
  if (left.length + 2 > column) return [left, ...lines.map((line) => indent + line)];
  return lines.map((line, at) => (at === 0 ? left.padEnd(column) : indent) + line);
}

function spell(flag: Flag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = flag.placeholder === undefined ? '' : ` ${flag.placeholder}`;
  const alias = flag.alias === undefined ? '' : `--${flag.alias}, `;
  return `${short}${alias}--${flag.isOn === true ? 'no-' : ''}${flag.name}${value}`;
}
