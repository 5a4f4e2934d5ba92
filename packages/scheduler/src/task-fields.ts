import {
  builtInKinds,
  canonicalZone,
  capturesName,
  frequencies,
  isTimeZone,
  type KindSet,
  nearest,
  RenderError,
} from '@tintype/contract';
import { missingValue, unknownName, wrongValue } from '@tintype/contract/light';
import {
  checked,
  expecting,
  saying,
  checkValue,
  describeExpected,
  schemaInfo,
  type Problem,
} from '@tintype/contract/read';
import * as z from 'zod/mini';
import { checkCrontab } from './parse-crontab.ts';
import { watchField } from './watch/watch-field.ts';
import { maxQueryLength, plainQuery } from './read-query.ts';

/** The longest name of a task, in characters. */
export const maxNameLength = 100;

const isName = (text: string) => text.trim() !== '' && [...text].length <= maxNameLength;

const isQuery = (text: string) => {
  const { length } = plainQuery(text);
  return length >= 1 && length <= maxQueryLength ? undefined : `its length is ${length}`;
};

/** The fields that a body can set, each by itself. */
export const taskFields = {
  name: z
    .string()
    .check(z.refine(isName), expecting(`a string of 1 to ${maxNameLength} characters`)),
  api: z.enum([...builtInKinds.names, capturesName]),
  query: z.pipe(
    z
      .string()
      .check(
        checked(isQuery),
        expecting(
          `a query string of 1 to ${maxQueryLength} characters, for example url=https://example.com`,
          { secret: true },
        ),
      ),
    z.transform(plainQuery),
  ),
  frequency: z.enum(frequencies),
  crontab: z.pipe(
    z.string().check(saying(checkCrontab), expecting('a string with five fields')),
    z.transform((text: string) => text.trim().replace(/[ \t]+/g, ' ')),
  ),
  timezone: z.pipe(
    z
      .string()
      .check(
        z.refine(isTimeZone),
        expecting('a name of the IANA time zone database, such as Europe/Paris'),
      ),
    z.transform(canonicalZone),
  ),
  enabled: z.boolean(),
  watch: watchField,
};

/** The field `api`, of the kinds that there are. */
export function apiField(kinds: KindSet): typeof taskFields.api {
  return z.enum([...kinds.names, capturesName]);
}

type Fields = typeof taskFields;

export type FieldName = keyof Fields;

/** The fields that a body has, each of them right by itself. */
export type GivenFields = { [Name in FieldName]?: z.output<Fields[Name]> };

const fieldNames = Object.keys(taskFields) as FieldName[];
const outputs = ['id', 'created', 'last_run', 'runs'];

/** Limits the time for finding nearest names: a body can have thousands of wrong ones. */
const maxProblems = 20;

/** Parses the body of a request about a task. `null` and `""` equal an absent field. */
export function readFields(
  body: unknown,
  kinds: KindSet = builtInKinds,
): { given: GivenFields; problems: Problem[] } {
  const fields = { ...taskFields, api: apiField(kinds) };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError(
      'invalid_request',
      wrongValue('A task', 'a JSON object with its fields', body),
    );
  }
  const given: Partial<Record<FieldName, unknown>> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name === 'access_key' || value === undefined || value === null || value === '') continue;
    if (isField(name)) {
      const read = checkValue(fields[name], fromTool(name, value), name);
      if (read.problems === undefined) given[name] = read.value;
      else problems.push(...read.problems);
    } else problems.push(unknownField(name));
    const last = problems[maxProblems - 1];
    if (last === undefined) continue;
    last.message += ` Reading stopped after ${maxProblems} wrong fields.`;
    break;
  }
  return { given: given as GivenFields, problems };
}

export function missingField(name: FieldName): Problem {
  const expected = describeExpected(schemaInfo(taskFields[name]));
  return {
    code: 'missing_parameter',
    parameter: name,
    message: missingValue(name, expected),
  };
}

/** Tools without code send texts. */
function fromTool(name: FieldName, value: unknown): unknown {
  if (name !== 'enabled' || typeof value !== 'string') return value;
  return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
}

/**
 * Removes values that the task has already, because clients send back what they received: fields
 * that the service sets, and a filled-in crontab.
 */
export function withoutEcho(body: unknown, shown: Readonly<Record<string, unknown>>): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { frequency = shown['frequency'] } = body as { frequency?: unknown };
  const isEcho = ([name, value]: [string, unknown]) =>
    value === shown[name] && (isOutput(name) || (name === 'crontab' && frequency !== 'custom'));
  return Object.fromEntries(Object.entries(body).filter((entry) => !isEcho(entry)));
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(taskFields, name);
}

function isOutput(name: string): boolean {
  return outputs.includes(name);
}

function unknownField(name: string): Problem {
  const parameter = name.slice(0, 64);
  if (isOutput(name)) {
    const message = `${name} is set by the service; leave it out.`;
    return { code: 'invalid_parameter', parameter, message };
  }
  const all = `A task has ${fieldNames.join(', ')}.`;
  const message = unknownName('parameter', name, nearest(name, fieldNames), all);
  return { code: 'unknown_parameter', parameter, message };
}
