type Callable = (...args: never[]) => unknown;

/** Text of a function that runs in pages: see {@link createPageCode}. */
export interface PageFunction<F extends Callable = Callable> {
  readonly name: string;
  readonly own: string;
  /** A function expression that contains all functions it calls. */
  readonly source: string;
  /** For the compiler only. */
  readonly type?: F;
}

/** Functions of in-page modules, by name. */
export type PageCode<Modules> = {
  readonly [
    Name in keyof Modules as Modules[Name] extends Callable | PageFunction ? Name : never
  ]: Modules[Name] extends Callable ? PageFunction<Modules[Name]> : Modules[Name];
};

type All<Modules extends readonly object[]> = (
  Modules[number] extends infer Each ? (Each extends object ? (all: Each) => void : never) : never
) extends (all: infer Together) => void
  ? Together
  : never;

/**
 * Converts in-page modules, which are in folders called `in-page`, to text. Each export is a
 * function declaration or a plain value, and uses only exports of the given modules and the
 * browser. Bundlers and minifiers rename functions and add calls of helpers, so the build replaces
 * this call by the texts.
 * @throws {TypeError} For a function that a bundler renamed, and for two exports of one name.
 * @example
 * export const pageCode = createPageCode(animations, trees);
 */
export function createPageCode<const Modules extends readonly object[]>(
  ...modules: Modules
): PageCode<All<Modules>> {
  const declarations: Record<string, string> = {};
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    const declaration = declarationOf(name, value);
    if ((declarations[name] ??= declaration) !== declaration) {
      throw new TypeError(`Two exports that run in pages are called ${name}.`);
    }
  }
  return assemblePageCode(declarations) as PageCode<All<Modules>>;
}

/**
 * Returns the functions of {@link PageFunction.own} texts. The build calls it.
 * @param shared - another list, whose functions are part of this one
 */
export function assemblePageCode(
  own: Readonly<Record<string, string>>,
  shared: Readonly<Record<string, PageFunction>> = {},
): Readonly<Record<string, PageFunction>> {
  const inherited = Object.values(shared).map((each) => [each.name, each.own] as const);
  const declarations = { ...Object.fromEntries(inherited), ...own };
  const entries = Object.entries(declarations).map(([name, own]) => {
    let source: string | undefined;
    const code: PageFunction = {
      name,
      own,
      get source() {
        return (source ??= withParts(name, declarations));
      },
    };
    return [name, code] as const;
  });
  return Object.fromEntries(entries);
}

function declarationOf(name: string, value: unknown): string {
  if (isPageFunction(value)) return value.own;
  if (typeof value !== 'function') return `const ${name} = ${JSON.stringify(value)};`;
  const source = String(value);
  const [, ownName] = /^(?:async\s+)?function\s*\*?\s*([\w$]+)/.exec(source) ?? [];
  if (ownName === name) return source;
  throw new TypeError(
    `${name} runs in pages and is no function declaration of that name${ownName === undefined ? '' : `, but of ${ownName}`}: a bundler changed it.`,
  );
}

function isPageFunction(value: unknown): value is PageFunction {
  return typeof value === 'object' && value !== null && 'own' in value && 'source' in value;
}

/** Returns a function expression with the declarations whose names occur in it. */
function withParts(name: string, declarations: Readonly<Record<string, string>>): string {
  const needed = new Set([name]);
  for (const each of needed) {
    for (const [word] of declarations[each]?.matchAll(/[A-Za-z_$][\w$]*/g) ?? []) {
      if (Object.hasOwn(declarations, word)) needed.add(word);
    }
  }
  const parts = [...needed].map((each) => declarations[each]);
  return `(...args) => {\n${parts.toReversed().join('\n')}\nreturn ${name}(...args);\n}`;
}

/** Writes the expression that calls a function in the page with plain JSON. */
export function callOf<Args extends readonly unknown[]>(
  { source }: PageFunction<(...args: Args) => unknown>,
  ...args: Args
): string {
  return `(${source})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}

/** Context in which expressions are evaluated: a page, or a frame of it. Promises are awaited. */
export interface PageWorld {
  evaluate<T>(expression: string): Promise<T>;
  /** Does the same as evaluating {@link callOf}, where it knows a shorter way. */
  call?<T>(code: PageFunction<never>, args: readonly unknown[]): Promise<T>;
}

/** Calls a function in the page with plain JSON, and returns its result. */
export function callInPage<Args extends readonly unknown[], Result>(
  world: PageWorld,
  code: PageFunction<(...args: Args) => Result>,
  ...args: Args
): Promise<Awaited<Result>> {
  return world.call
    ? world.call(code as unknown as PageFunction<never>, args)
    : world.evaluate(callOf(code, ...args));
}
