import { flagName, parameterList, type ParameterInfo } from './parameter-list.ts';
import { markdownTable } from './markdown-table.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindSet } from '../kinds/kind-set.ts';

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
  return `${intro}\n\n${sections.join('\n\n')}\n`;
}

const intro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change the declarations in packages/contract/src/parameters and packages/contract/src/kinds instead. -->

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
