/** A function that is sent into the page as source, and so may use nothing but its parts and the browser. */
export type PageFunction = (...args: never[]) => unknown;

/**
 * Writes the source of a function in the page that calls `main`.
 *
 * @param parts - The functions that `main` calls, all the way down.
 */
export function pageSource(main: PageFunction, parts: readonly PageFunction[]): string {
  const sources = [...parts, main].map(String).join('\n');
  return `(...values) => {\n${sources}\nreturn ${main.name}(...values);\n}`;
}

/** Writes the expression that calls the source of `Main` in the page with plain JSON. */
export function callInPage<Main extends PageFunction>(
  source: string,
  ...args: Parameters<Main>
): string {
  const values = args.map((arg) => JSON.stringify(arg)).join(', ');
  return `(${source})(${values})`;
}
