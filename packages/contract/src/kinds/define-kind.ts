import {
  loadParameters,
  serviceParameters,
  sourceParameters,
  type OutputOf,
  type ParameterShape,
} from '../parameters/page-parameters.ts';
import type { Rule } from '../rules/rule.ts';
import type { KindInfo } from './kind-info.ts';
import { usualNeeds, type PageNeeds } from './page-needs.ts';

/** All that is known of a kind without a browser. */
export interface KindDefinition<
  Name extends string = string,
  Own extends ParameterShape = ParameterShape,
> extends KindInfo<Name> {
  /** Every parameter that it takes, in the order of help and docs. */
  readonly parameters: ParameterShape;
  /** Rules of its own parameters. */
  readonly rules: readonly Rule<never>[];
  /** Requirements of a request on its page. */
  needs(request: object): PageNeeds;
  /** Writes checked values in their one form. */
  normalise(values: object): void;
  /** For the compiler alone. */
  readonly own?: Own;
}

/** Definition of a kind. */
export interface KindOptions<
  Name extends string,
  First extends ParameterShape,
  Further extends ParameterShape,
> extends KindInfo<Name> {
  /** Parameters of its own. Those that every kind has come by themselves. */
  parameters?: First;
  /** Further parameters, listed after those of the page in help and docs. */
  furtherParameters?: Further;
  /** Conditions on its parameters that types and bounds cannot say. */
  rules?: readonly Rule<Partial<OutputOf<NoInfer<First & Further>>>>[];
  /**
   * What a request needs of its page, as far as that is not usual: a page as a reader sees it in
   * the viewport.
   */
  needs?(request: OutputOf<NoInfer<First & Further>>): Partial<PageNeeds>;
  /** Writes checked values in their one form, so that equal wishes give equal JSON. */
  normalise?(values: Partial<OutputOf<NoInfer<First & Further>>>): void;
}

/**
 * Defines a kind: what can be made of a page, and all that is known of it without a browser. A
 * capture of the same name makes it.
 *
 * @throws {TypeError} For a name that is no word or is a command or route of Tintype, no files, and
 *   parameters that every kind has.
 * @example
 * const { flag } = declareIn('links'); const links = defineKind({ name: 'links', title: 'The links
 * of a page', noun: 'list of links', nouns: 'lists of links', files: { json: 'application/json' },
 * parameters: { links_external: withDefault(flag({ description: 'Only links to other sites.' }),
 * false) }, });
 */
export function defineKind<
  const Name extends string,
  const First extends ParameterShape = Readonly<Record<never, never>>,
  const Further extends ParameterShape = Readonly<Record<never, never>>,
>(options: KindOptions<Name, First, Further>): KindDefinition<Name, First & Further> {
  const { name, title, noun, nouns, files, frameControl = false } = options;
  const { parameters: first = {}, furtherParameters: further = {} } = options;
  checkOptions(options, Object.keys({ ...first, ...further }));
  return {
    name,
    title,
    noun,
    nouns,
    files,
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
    normalise: (values) => options.normalise?.(values as never),
  };
}

/** Commands and routes beside those of kinds, and some that are likely to be added. */
const reservedNames: ReadonlySet<string> = new Set([
  'accounts',
  'backup',
  'batches',
  'capture',
  'captures',
  'completion',
  'console',
  'deliveries',
  'devices',
  'doctor',
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
  'render',
  'requests',
  'restore',
  'serve',
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
