import { errorTable, slowFailureS, type ErrorInfo } from '../errors/error-table.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { flagName, parameterList, type ParameterInfo } from './parameter-list.ts';

/** A Markdown table with its columns aligned, as the formatter of this repository writes them. */
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

/** The parameters of one kind as a Markdown table. */
export function parametersTable(kind: string, kinds: KindSet = builtInKinds): string {
  return tableOf(parameterList(kind, kinds));
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

/** A page of docs with one table for each group of parameters. */
export function parametersPage(): string {
  const infos = parameterList();
  const groups = [...new Set(infos.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const members = infos.filter((info) => info.group === group);
    const sets = [...new Set(members.map((info) => info.kinds.join(', ')))];
    const tables = sets.map(
      (set) =>
        `Taken by ${set}.\n\n${tableOf(members.filter((info) => info.kinds.join(', ') === set))}`,
    );
    return `## ${group}\n\n${tables.join('\n\n')}`;
  });
  return `${parametersIntro}\n\n${sections.join('\n\n')}\n`;
}

const parametersIntro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change the declarations in packages/contract/src/parameters and packages/contract/src/kinds instead. -->

# Parameters

Names and values are the same in a library call, in a JSON body, in a query string and in a task. On the
command line a name is written with dashes: \`full_page\` is \`--${flagName('full_page')}\`.

- In JSON a value has the type that the table names; \`null\` means that the parameter is not given. A list of which nothing is
  required may be empty, which means the same.
- In a query string, \`true\`, \`false\`, \`1\` and \`0\` in any case are booleans, an empty value and the word \`null\` mean that the
  parameter is not given, and values out of a set may be written in any case. Lists are written \`k=a&k=b\`, \`k[]=a\`,
  \`k[0]=a&k[1]=b\`, \`k=a,b\` or \`k=['a', 'b']\`; \`cookies\` and \`headers\` are divided at a semicolon and a space, and
  where they come as one value also at a comma that another name follows (\`a=1,b=2\`, \`A: 1,B: 2\`). The attributes of \`Set-Cookie\` stay with
  the cookie before them: \`a=1; b=2; Path=/; Secure\` is two cookies, and \`Path\` and \`Secure\` are of \`b\`.
- An unknown name is refused. A parameter that belongs to another operation is ignored.
- Either \`url\` or \`html\` is required.`;

/** A page of docs with every error code. */
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

Every failure is a \`RenderError\` with one of these codes. \`message\` is a sentence for people and names what was wrong; the code
is for programs and does not change. "retry" says whether the same request can succeed later without being changed.

Over HTTP the body is \`{ "statusCode", "error", "message", "code" }\`, and for parameters also
\`"details": [{ "parameter", "message" }]\`. The meaning below is the message of an error that brings none of its own.

"counts" says whether the render counts against the quota of a service: what reached a page counts, also where it fails by the page or by a script of the request. "if reached": where the page
had loaded by then (a clip that lies outside of it). "if slow": where the render held a slot of the service for ${slowFailureS} seconds and more; that holds for a client that goes away, too. What fails by the service
itself never counts.

The message of \`script_failed\` names the line, and what was thrown in 200 characters at most. The script of a request may read what a script of the page may: its own origin, which a scrape gives as well, and nothing of
a frame or a page of another one.`;
