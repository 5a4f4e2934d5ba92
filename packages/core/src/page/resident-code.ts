import type { CdpSession } from '../browser-source.ts';
import type { PageFunction, PageWorld } from './create-page-code.ts';

/** Code that documents contain from the start, so that calls need not send it. */
export interface ResidentCode {
  /** Calls a function in the current document, which may not have the code. */
  call<T>(
    document: CurrentDocument,
    code: PageFunction<never>,
    args: readonly unknown[],
  ): Promise<T>;
  /** Adds all functions called so far to future documents. */
  keep(): void;
}

export interface CurrentDocument extends Pick<PageWorld, 'evaluate'> {
  /** Calls a function expression. */
  invoke<T>(source: string, args: readonly unknown[]): Promise<T>;
}

/** Maximum number of resident functions and constants; further ones are sent with each call. */
const maxParts = 100;

/** Response of a document that does not have the code. */
const absent = 'tintype: no such code';

interface Part {
  key: string;
  text: string;
  isKept: boolean;
}

/** Until `keep` is called, each call sends its code. Frozen arguments become resident as well. */
export function createResidentCode(session: Pick<CdpSession, 'send'>): ResidentCode {
  /** By source, because functions of several packages may have one name; constants by identity. */
  const parts = new Map<unknown, Part>();
  const partOf = (what: unknown, name: string, text: () => string): Part | undefined => {
    const known = parts.get(what);
    if (known || parts.size >= maxParts) return known;
    const part = { key: `${name}${parts.size}`, text: text(), isKept: false };
    parts.set(what, part);
    return part;
  };
  const frozenPart = (arg: unknown): Part | undefined => {
    if (typeof arg !== 'object' || arg === null || !Object.isFrozen(arg)) return undefined;
    const part = partOf(arg, 'value', () => JSON.stringify(arg));
    return part?.isKept ? part : undefined;
  };
  return {
    async call<T>(
      { evaluate, invoke }: CurrentDocument,
      { name, source }: PageFunction<never>,
      args: readonly unknown[],
    ) {
      const own = partOf(source, name, () => source);
      const frozen = args.map(frozenPart);
      if (own?.isKept) {
        const used = [own, ...frozen.filter((part) => part !== undefined)];
        const given = frozen.map((part, at) =>
          part ? `tintypeCode.${part.key}` : JSON.stringify(args[at]),
        );
        // Named elements are also properties of the global object.
        const isThere = [
          `Object.hasOwn(globalThis, 'tintypeCode')`,
          ...used.map(({ key }) => `'${key}' in tintypeCode`),
        ].join(' && ');
        const result = await evaluate<unknown>(
          `${isThere} ? tintypeCode.${own.key}(${given.join(', ')}) : '${absent}'`,
        );
        if (result !== absent) return result as T;
      }
      return invoke<T>(source, args);
    },
    keep() {
      const added = [...parts.values()].filter(({ isKept }) => !isKept);
      if (added.length === 0) return;
      for (const part of added) part.isKept = true;
      const values = added.map(({ key, text }) => `${key}: ${text}`).join(',\n');
      // The order in which scripts run is not defined.
      const source = `if (!Object.hasOwn(globalThis, 'tintypeCode')) Object.defineProperty(globalThis, 'tintypeCode', { value: { __proto__: null } });
Object.assign(tintypeCode, { ${values} });`;
      session
        .send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'tintype' })
        .catch(() => {});
    },
  };
}
