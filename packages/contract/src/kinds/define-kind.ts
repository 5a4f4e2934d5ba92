import {
  loadParameters,
  serviceParameters,
  sourceParameters,
  type OutputOf,
  type ParameterShape,
} from '../parameters/page-parameters.ts';
import type { Rule } from '../rules/rule.ts';
import type { KindInfo } from './kind-info.ts';

/** A kind with its parameters and rules. It needs no browser. */
export interface KindDefinition<
  Name extends string = string,
  Own extends ParameterShape = ParameterShape,
> extends KindInfo<Name> {
  /** All its parameters in the order of help and docs. */
  readonly parameters: ParameterShape;
  /** Rules of its own parameters. */
  readonly rules: readonly Rule<never>[];
  /** Requirements of a request on its page. */
  needs(request: object): PageNeeds;
  /** Normalises validated values in place. */
  normalise(values: object): void;
  /** Carries the type of its own parameters. Never set. */
  readonly own?: Own;
}

/** Options of {@link defineKind}. */
export interface KindOptions<
  Name extends string,
  First extends ParameterShape,
  Further extends ParameterShape,
> extends KindInfo<Name> {
  /** Its own parameters. Those of every kind are added. */
  parameters?: First;
  /** Further parameters, listed after those of the page in help and docs. */
  furtherParameters?: Further;
  /** Conditions on its parameters that types and bounds cannot express. */
  rules?: readonly Rule<Partial<OutputOf<NoInfer<First & Further>>>>[];
  /** Requirements on the page that differ from the viewport as a reader sees it. */
  needs?(request: OutputOf<NoInfer<First & Further>>): Partial<PageNeeds>;
  /** Normalises validated values in place, so that equivalent requests are equal JSON. */
  normalise?(values: Partial<OutputOf<NoInfer<First & Further>>>): void;
}

/**
 * Defines a kind: a type of result with its parameters, rules and files. The capture of the same name
 * produces it.
 * @throws {TypeError} If the name is invalid, a command or a route, if there are no files, or if it
 *   declares a parameter that every kind has.
 * @example
 * const { flag } = declareIn('links');
 * const links = defineKind({
 *   name: 'links',
 *   title: 'The links of a page',
 *   noun: 'list of links',
 *   nouns: 'lists of links',
 *   files: { json: 'application/json' },
 *   parameters: {
 *     links_external: withDefault(flag({ description: 'Only links to other sites.' }), false),
 *   },
 * });
 */
export function defineKind<
  const Name extends string,
  const First extends ParameterShape = Readonly<Record<never, never>>,
  const Further extends ParameterShape = Readonly<Record<never, never>>,
>(options: KindOptions<Name, First, Further>): KindDefinition<Name, First & Further> {
  const { name, title, noun, nouns, files, extensions, frameControl = false } = options;
  const { parameters: first = {}, furtherParameters: further = {} } = options;
  checkOptions(options, Object.keys({ ...first, ...further }));
  return {
    name,
    title,
    noun,
    nouns,
    files,
    ...(extensions && { extensions }),
    frameControl,
    parameters: {
      ...sourceParameters,
      ...first,
      ...loadParameters,
      ...further,
      ...serviceParameters,
    },
    rules: options.rules ?? [],
    needs: (request) => ({ ...usualNeeds, frameControl, ...options.needs?.(request as never) }),
    normalise: (values) => options.normalise?.(values),
  };
}

/** Commands and routes that are not kinds, and names reserved for later ones. */
const reservedNames: ReadonlySet<string> = new Set([
  'accounts',
  'backup',
  'batches',
  'capture',
  'captures',
  'compare',
  'completion',
  'console',
  'deliveries',
  'devices',
  'doctor',
  'feeds',
  'files',
  'health',
  'help',
  'install-browser',
  'keys',
  'lists',
  'login',
  'mcp',
  'migrate',
  'operator',
  'page',
  'record',
  'render',
  'requests',
  'restore',
  'serve',
  'sessions',
  'tasks',
  'trace',
  'usage',
  'version',
  'webhooks',
]);

function checkOptions({ name, files }: KindInfo, own: readonly string[]): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new TypeError(`A kind is named in lower-case letters, digits and dashes; got "${name}".`);
  }
  if (reservedNames.has(name)) {
    throw new TypeError(`${name} is a command or a route of Tintype: a kind cannot be named so.`);
  }
  const endings = Object.keys(files).length;
  if (endings === 0) throw new TypeError(`The kind ${name} has no files.`);
  if (endings > 1 && !own.includes('format')) {
    throw new TypeError(
      `The kind ${name} has several files: it needs a parameter format that chooses.`,
    );
  }
  const taken: object = { ...sourceParameters, ...loadParameters, ...serviceParameters, kind: 1 };
  for (const parameter of own) {
    if (!/^[a-z]+(?:_[a-z0-9]+)*$/.test(parameter)) {
      throw new TypeError(
        `Parameters of the kind ${name} are named in lower-case letters with underscores; got "${parameter}".`,
      );
    }
    if (Object.hasOwn(taken, parameter)) {
      throw new TypeError(`Every kind has the parameter ${parameter}: ${name} cannot declare it.`);
    }
  }
}

/** Requirements of a request on its page before the capture. */
export interface PageNeeds {
  /** Medium whose content must have loaded: visible, printed or read. */
  medium: 'screen' | 'paper' | 'text';
  /** Content outside of the viewport must have loaded as well. */
  wholePage: boolean;
  /** The page is scrolled into view once, from top to bottom, so that it loads late content. */
  reveal: boolean;
  /** An element that scrolls instead of the page is made as tall as its content. */
  unfold: boolean;
  /** The page shows its frames on command, if the browser supports it. */
  frameControl: boolean;
  /** The page is transparent where it sets no background. */
  transparent: boolean;
  /** The page runs its scripts. */
  scripts: boolean;
  /** If there are no scripts that report it, the load event is awaited. */
  loadEvent: boolean;
  /** `hide_selectors` removes elements from the page; false if the capture leaves them out itself. */
  hide: boolean;
  /** The page's requests are recorded, with bodies. */
  traffic: boolean;
}

/** Default requirements of a kind. */
export const usualNeeds: Readonly<PageNeeds> = {
  medium: 'screen',
  wholePage: false,
  reveal: false,
  unfold: false,
  frameControl: false,
  transparent: false,
  scripts: true,
  loadEvent: false,
  hide: true,
  traffic: false,
};
