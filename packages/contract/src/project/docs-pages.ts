import { errorTable, slowFailureS, type ErrorInfo } from '../errors/error-table.ts';
import { flagName, parameterList, type ParameterInfo } from './parameter-list.ts';

/** Returns a Markdown table with aligned columns, as oxfmt formats it. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(first), `| ${rule.join(' | ')} |`, ...others.map(line)].join('\n');
}

function tableOf(infos: readonly ParameterInfo[]): string {
  return markdownTable(
    ['name', 'type', 'default', 'allowed', 'meaning'],
    infos.map((info) => [
      `\`${info.name}\``,
      info.type,
      defaultOf(info),
      allowedOf(info),
      info.description,
    ]),
  );
}

function defaultOf({ default: value, required }: ParameterInfo): string {
  if (required) return 'required';
  return value === undefined
    ? '-'
    : `\`${Array.isArray(value) ? value.join(', ') : String(value)}\``;
}

function allowedOf(info: ParameterInfo): string {
  const { values, type, unit, expected } = info;
  if (expected !== undefined) return expected;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  const bounds = boundsOf(info);
  return [bounds, unit].filter((part) => part !== undefined && part !== '').join(' ') || '-';
}

function boundsOf(info: ParameterInfo): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, type } = info;
  if (type === 'string' || type === 'list') {
    if (maxLength === undefined) return '';
    return `at most ${maxLength} characters${type === 'list' ? ' each' : ''}`;
  }
  const lower = exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`;
  if (lower !== undefined && maximum !== undefined) return `${lower} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return lower === undefined ? '' : String(lower);
}

/** Returns docs/parameters.md. */
export function parametersPage(): string {
  const infos = parameterList();
  const groups = [...new Set(infos.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const members = infos.filter((info) => info.group === group);
    const sets = [...new Set(members.map((info) => info.kinds.join(', ')))];
    const tables = sets.map(
      (set) =>
        `Parameters of ${set}.\n\n${tableOf(members.filter((info) => info.kinds.join(', ') === set))}`,
    );
    return `## ${group}\n\n${tables.join('\n\n')}`;
  });
  return `${parametersIntro}\n\n${sections.join('\n\n')}\n`;
}

const parametersIntro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change the declarations in packages/contract/src/parameters and packages/contract/src/kinds instead. -->

# Parameters

Names and values are the same in a library call, in a JSON body, in a query string and in a task.
On the command line a name has dashes: \`full_page\` is \`--${flagName('full_page')}\`.

- Either \`url\` or \`html\` is required.
- An unknown name is rejected. A parameter of another kind is ignored.
- \`block_resources\` is an alias of \`block_ressources\`.
- In JSON a value has the type in the table. \`null\` equals an absent parameter, and so does an optional empty list.
- In query strings, \`true\`, \`false\`, \`1\` and \`0\` in any case are booleans. An empty value and the word \`null\` equal an absent parameter.
  Values from a set may have any case.
- In query strings, a list is written \`k=a&k=b\`, \`k[]=a\`, \`k[0]=a&k[1]=b\`, \`k=a,b\` or \`k=['a', 'b']\`.
- \`cookies\` and \`headers\` are split at a semicolon and a space. A single value is also split at a comma before another name
  (\`a=1,b=2\`, \`A: 1,B: 2\`). Attributes of \`Set-Cookie\` stay with the cookie before them: \`a=1; b=2; Path=/; Secure\` is two cookies,
  and \`Path\` and \`Secure\` belong to \`b\`.`;

/** Returns docs/errors.md. */
export function errorsPage(): string {
  const rows = Object.entries<ErrorInfo>(errorTable).map(
    ([code, { status, retryable, charged, message, hint }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : 'no',
      counting[charged ?? 'never'],
      message,
      hint,
    ],
  );
  const table = markdownTable(['code', 'status', 'retry', 'counts', 'meaning', 'what to do'], rows);
  return `${errorsIntro}\n\n${table}\n`;
}

const counting: Readonly<Record<NonNullable<ErrorInfo['charged']> | 'never', string>> = {
  always: 'yes',
  reached: 'if reached',
  slow: 'if slow',
  never: 'no',
};

const errorsIntro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change packages/contract/src/errors/error-table.ts instead. -->

# Errors

Every failure is a \`RenderError\` with one of these codes. Codes are for programs and do not change. \`message\` is for people and names
the problem.

Over HTTP the body is \`{ "statusCode", "error", "message", "code" }\`. Errors of parameters also have
\`"details": [{ "parameter", "message" }]\`.

- **retry**: whether the same request can succeed later without a change.
- **counts**: whether the failed render counts against the quota of a service. "yes": the page was reached, and the page or a script of the
  request failed. "if reached": only if the page had loaded (a clip outside of the page, for example). "if slow": only if the render held a
  slot of the service for at least ${slowFailureS} seconds, also if the client disconnects. Failures of the service never count.
- **meaning**: the message of an error that has none of its own.

The message of \`script_failed\` contains the line and the thrown value, at most 200 characters. A script of the request can read what
scripts of the page can: its own origin, and nothing of frames and pages of other origins.`;
