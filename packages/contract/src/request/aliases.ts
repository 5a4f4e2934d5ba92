import { parameterError } from '../read/refusal.ts';

/** Parameters by their aliases. Their types are in `AliasInput`. */
export const aliases: Readonly<Record<string, string>> = { block_resources: 'block_ressources' };

/** Returns the name of the parameter for a name or an alias of it. */
export function ownName(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** Replaces aliases by parameters. @throws {RenderError} `invalid_parameter` if both are given. */
export function withOwnNames(input: object): object {
  const given = Object.keys(aliases).filter((alias) => Object.hasOwn(input, alias));
  if (given.length === 0) return input;
  for (const alias of given) {
    const name = ownName(alias);
    if (!isGiven(input, alias) || !isGiven(input, name)) continue;
    throw parameterError(name, `${name} must be given once; got it as ${alias} too.`);
  }
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [ownName(name), value]),
  );
}

function isGiven(input: object, name: string): boolean {
  const value = (input as Record<string, unknown>)[name];
  return value !== undefined && value !== null;
}
