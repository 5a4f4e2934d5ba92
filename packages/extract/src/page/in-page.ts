/** A function that is sent into the page as source, and so may use nothing but its parts and the browser. */
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
  return `(() => {\n${sources}\nreturn ${main.name}(${values});\n})()`;
}
