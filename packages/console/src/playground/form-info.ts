import type { ParameterInfo } from '@tintype/contract';
import { openSteps } from './steps/open-steps.ts';

/** One parameter, as the service declares it. */
export interface Parameter
  extends Omit<ParameterInfo, 'kinds' | 'half'>, Partial<Pick<ParameterInfo, 'half'>> {}

export interface KindForm {
  name: string;
  /** Media types by ending. */
  files: Readonly<Record<string, string>>;
  parameters: readonly Parameter[];
}

export interface FormInfo {
  hasPassword: boolean;
  devices: readonly { id: string; name: string }[];
  kinds: readonly KindForm[];
}

/** The input of the form, by parameter: as typed. */
export type Filled = Readonly<Record<string, string>>;

/** Returns the parameters of a request: the input, with the types of the declaration. */
export function toParameters(
  filled: Filled,
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const text = filled[parameter.name];
    if (text === undefined || text === '') continue;
    request[parameter.name] = toValue(text, parameter);
  }
  return request;
}

function toValue(text: string, { type }: Parameter): unknown {
  if (type === 'boolean') return text === 'true';
  if (type === 'list') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  if (type === 'string') return text;
  // Text that is no number is sent as it is: the service reports what is allowed.
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

/** Returns the query string of a request, for links and tasks. Lists are repeated. */
export function toQuery(request: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return query.toString();
}

/** Returns the extension of the file that a request produces. */
export function extensionOf(
  { files, parameters }: Pick<KindForm, 'files' | 'parameters'>,
  request: Readonly<Record<string, unknown>>,
): string {
  const endings = Object.keys(files);
  const usual = parameters.find(({ name }) => name === 'format')?.default;
  const format = request['format'] ?? usual;
  return endings.find((ending) => ending === format) ?? endings[0] ?? 'bin';
}

/** Returns true if the form offers a value: a URL can contain anything. */
function isOffered(value: string, { type, values }: Parameter): boolean {
  const offered = values ?? (type === 'boolean' ? [true, false] : undefined);
  return offered?.some((one) => String(one) === value.toLowerCase()) ?? true;
}

/** Reads a form from a URL. Secrets are never in it. */
export function fromQuery(query: URLSearchParams, parameters: readonly Parameter[]): Filled {
  const filled: Record<string, string> = {};
  for (const parameter of parameters) {
    const { name, type } = parameter;
    const values = query.getAll(name).filter((value) => isOffered(value, parameter));
    if (values.length > 0) filled[name] = type === 'list' ? values.join('\n') : (values[0] ?? '');
  }
  return filled;
}

/** A longer URL is not suitable for sharing. */
const maxAddress = 6_000;

/** Returns the query string of a form for a URL, without secrets, typed texts and long values. */
export function openQuery(filled: Filled, parameters: readonly Parameter[]): string {
  const open = parameters.filter(({ secret, name }) => !secret && filled[name]);
  const small = Object.fromEntries(
    open
      .map(({ name }) => [name, openValue(name, filled[name] ?? '')] as const)
      .filter(([, text]) => text.length <= maxAddress / 2),
  );
  const query = toQuery(toParameters(small, parameters));
  return query.length > maxAddress ? '' : query;
}

function openValue(name: string, text: string): string {
  return name === 'steps' ? openSteps(text) : text;
}

/** Returns the URL of a form, for sharing. */
export function formAddress(
  kind: string,
  filled: Filled,
  parameters: readonly Parameter[],
): string {
  const query = openQuery(filled, parameters);
  return `/console/playground?kind=${kind}${query === '' ? '' : `&${query}`}`;
}

/** Returns the URL of a form for the query string of a task. */
export function addressOfTask(
  { kinds }: FormInfo,
  { api, query }: { api: string; query: string },
): string {
  const { parameters = [] } = kinds.find(({ name }) => name === api) ?? {};
  return formAddress(api, fromQuery(new URLSearchParams(query), parameters), parameters);
}

/** Adds the missing scheme to a typed address: https, or http for `localhost:3000`. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^(?:localhost|127(?:\.\d+){3})(?=[:/?]|$)/i.test(address)) return `http://${address}`;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?=[/?]|$)/u.test(address)
    ? `https://${address}`
    : address;
}
