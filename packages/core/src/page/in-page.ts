/**
 * A function that is sent into the page as source. It may use nothing but its parts and the browser, and has no named function inside
 * it: bundlers that keep names (esbuild's `keepNames`) wrap those in a helper that does not exist in the page.
 */
export type PageFunction = (...args: never[]) => unknown;

/**
 * Writes the expression that calls `main` in the page with plain JSON.
 *
 * @param parts - The functions that `main` calls, all the way down.
 */
export function callInPage<A extends readonly unknown[]>(
  main: (...args: A) => unknown,
  parts: readonly PageFunction[],
  ...args: A
): string {
  const sources = [...parts, main].map(String).join('\n');
  const values = args.map((arg) => JSON.stringify(arg)).join(', ');
  return `(() => {\n${sources}\nreturn ${sourceName(main)}(${values});\n})()`;
}

/** The name that the source has, which is not `name` where a minifier gave it another one and kept that. */
function sourceName(main: (...args: never) => unknown): string {
  const [, name] = /^(?:async\s+)?function\s+([\w$]+)/.exec(String(main)) ?? [];
  if (name === undefined) throw new TypeError(`not a function declaration: ${main.name}`);
  return name;
}
