import { fromQuery, toParameters, type Filled, type Parameter } from '../playground/form-info.ts';

/** Returns the query of a task, decoded if it is encoded as a whole. */
export function readTaskQuery(query: string): URLSearchParams {
  const text = query.trim().replace(/^\?/, '');
  if (text.includes('=') || !/%3d/i.test(text)) return new URLSearchParams(text);
  try {
    return new URLSearchParams(decodeURIComponent(text));
  } catch {
    return new URLSearchParams(text);
  }
}

/** Returns the input of a form for the query of a task. */
export function fillFrom(query: string, parameters: readonly Parameter[]): Filled {
  return fromQuery(readTaskQuery(query), parameters);
}

/** Sets a parameter in a query; others, known or not, stay as they are. */
export function withParameter(query: string, parameter: Parameter, value: string): string {
  const next = readTaskQuery(query);
  next.delete(parameter.name);
  const { name } = parameter;
  const set = toParameters({ [name]: value }, [parameter])[name];
  for (const one of set === undefined ? [] : [set].flat()) next.append(name, String(one));
  return next.toString();
}

/** Returns a query with the parameters of a kind only. */
export function forKind(query: string, parameters: readonly Parameter[]): string {
  const names = new Set(parameters.map(({ name }) => name));
  return new URLSearchParams(
    [...readTaskQuery(query)].filter(([name]) => names.has(name)),
  ).toString();
}

/** Returns problems by parameter: the service reports all of them for `query`. */
export function queryProblems(
  details: readonly { parameter: string; message: string }[],
): Record<string, string> {
  return Object.fromEntries(
    details.flatMap(({ parameter, message }) => {
      const [, text, name] = /^query: ((\w+)\b.*)$/s.exec(message) ?? [];
      if (parameter !== 'query' || name === undefined || text === undefined) return [];
      return [[name, text] as const];
    }),
  );
}
