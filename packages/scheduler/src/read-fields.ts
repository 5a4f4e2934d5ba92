import {
  canonicalZone,
  frequencies,
  isKind,
  isTimeZone,
  kinds,
  nearest,
  RenderError,
  type ErrorCode,
  type Frequency,
  type Kind,
} from '@tintype/contract';
import { checkCrontab } from './parse-crontab.ts';
import { maxQueryLength, plainQuery } from './read-query.ts';

const fields = ['name', 'api', 'query', 'frequency', 'crontab', 'timezone', 'enabled'] as const;
const outputs = ['id', 'created', 'last_run', 'runs'];

/** The longest name of a task, in characters. */
export const maxNameLength = 100;

type Field = (typeof fields)[number];

/** The fields that a body has, each of them right by itself. */
export interface GivenFields {
  name?: string;
  api?: Kind;
  query?: string;
  frequency?: Frequency;
  crontab?: string;
  timezone?: string;
  enabled?: boolean;
}

/** What is wrong with one field. */
export interface FieldProblem {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/** Finding the nearest name takes time, and a body can hold thousands of wrong ones: reading stops here. */
const maxProblems = 20;

/** Reads the body of a request about a task. `access_key` in it is left out; `null` and `""` mean not given. */
export function readFields(body: unknown): { given: GivenFields; problems: FieldProblem[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError('invalid_request', 'A task must be a JSON object with its fields.');
  }
  const given: GivenFields = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name === 'access_key' || value === undefined || value === null || value === '') continue;
    if (!isField(name)) problems.push(unknown(name));
    else {
      const message = readers[name](value, given);
      if (message) problems.push({ code: 'invalid_parameter', parameter: name, message });
    }
    const last = problems[maxProblems - 1];
    if (last === undefined) continue;
    last.message += ` Reading stopped after ${maxProblems} wrong fields.`;
    break;
  }
  return { given, problems };
}

/** Each puts a field in its place, or says what is wrong with it. */
const readers: Record<Field, (value: unknown, given: GivenFields) => string | undefined> = {
  name(value, given) {
    const length = typeof value === 'string' ? [...value].length : 0;
    if (typeof value !== 'string' || value.trim() === '' || length > maxNameLength) {
      const came = length > maxNameLength ? `${length} characters` : shown(value);
      return `name must be a string of 1 to ${maxNameLength} characters; got ${came}.`;
    }
    given.name = value;
    return undefined;
  },
  api(value, given) {
    if (!isKind(value)) return oneOf('api', kinds, value);
    given.api = value;
    return undefined;
  },
  query(value, given) {
    const text = typeof value === 'string' ? plainQuery(value) : '';
    if (text === '' || text.length > maxQueryLength) {
      const came = text === '' ? shown(value) : `${text.length} characters`;
      return `query must be a query string of 1 to ${maxQueryLength} characters, for example url=https://example.com; got ${came}.`;
    }
    given.query = text;
    return undefined;
  },
  frequency(value, given) {
    const known = frequencies.find((frequency) => frequency === value);
    if (known === undefined) return oneOf('frequency', frequencies, value);
    given.frequency = known;
    return undefined;
  },
  crontab(value, given) {
    if (typeof value !== 'string') {
      return `crontab must be a string with five fields; got ${shown(value)}.`;
    }
    const problem = checkCrontab(value);
    if (problem !== undefined) return `crontab ${problem}`;
    given.crontab = value.trim().replace(/[ \t]+/g, ' ');
    return undefined;
  },
  timezone(value, given) {
    if (typeof value !== 'string' || !isTimeZone(value)) {
      return `timezone must be a name of the IANA time zone database, such as Europe/Paris; got ${shown(value)}.`;
    }
    given.timezone = canonicalZone(value);
    return undefined;
  },
  enabled(value, given) {
    // Tools without code send texts.
    const isOn = /^true$/i.test(String(value));
    const isTold =
      typeof value === 'boolean' || (typeof value === 'string' && (isOn || /^false$/i.test(value)));
    if (!isTold) return `enabled must be true or false; got ${shown(value)}.`;
    given.enabled = isOn;
    return undefined;
  },
};

/**
 * The body of a change without what says again what the task says already, as clients send back what they were given: fields that
 * the service sets, and the crontab that it filled in.
 */
export function withoutEcho(body: unknown, shown: Readonly<Record<string, unknown>>): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { frequency = shown['frequency'] } = body as { frequency?: unknown };
  const isEcho = ([name, value]: [string, unknown]) =>
    value === shown[name] &&
    (outputs.includes(name) || (name === 'crontab' && frequency !== 'custom'));
  return Object.fromEntries(Object.entries(body).filter((entry) => !isEcho(entry)));
}

function isField(name: string): name is Field {
  return (fields as readonly string[]).includes(name);
}

function unknown(name: string): FieldProblem {
  const parameter = name.slice(0, 64);
  if (outputs.includes(name)) {
    const message = `${name} is set by the service; leave it out.`;
    return { code: 'invalid_parameter', parameter, message };
  }
  const near = nearest(name, fields);
  const hint = near === undefined ? `A task has ${fields.join(', ')}.` : `Did you mean ${near}?`;
  const message = `Unknown parameter ${/^\w{1,64}$/.test(name) ? name : shown(name)}. ${hint}`;
  return { code: 'unknown_parameter', parameter, message };
}

function oneOf(name: string, values: readonly string[], came: unknown): string {
  const near = typeof came === 'string' ? nearest(came, values) : undefined;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${name} must be one of ${values.join(', ')}; got ${shown(came)}.${hint}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${value.length} characters`;
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return JSON.stringify(value) ?? typeof value;
}
