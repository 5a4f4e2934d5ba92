import type { InputOf, Kind, KindName } from '@tintype/contract';

/** Parameters that the client sets itself. */
type Said = 'kind' | 'access_key' | 'signature' | 'async';

/** Lists may be `readonly`, and optional parameters `undefined`. */
type Given<T> = {
  [K in keyof T]:
    | (T[K] extends infer V ? (V extends (infer Item)[] ? readonly Item[] : V) : never)
    | (object extends Pick<T, K> ? undefined : never);
};

/** Parameters of each kind (docs/parameters.md). Either `url` or `html` is required. */
export type ParametersOf = { [K in Kind]: Given<Omit<InputOf<K>, Said>> };

/** Parameters of every kind: those of the load and of the delivery. */
type SharedName = keyof ParametersOf['screenshot'] &
  keyof ParametersOf['screencast'] &
  keyof ParametersOf['pdf'] &
  keyof ParametersOf['scrape'];

/** One of several files of a load: its kind, and the parameters of its capture. */
export type OutputParameters = {
  [K in Kind]: {
    kind: K;
    /** Unique file name. Default: kind and extension, as in `screenshot.webp`. */
    name?: string | undefined;
  } & Partial<Omit<ParametersOf[K], Exclude<SharedName, `metadata_${string}`>>>;
}[Kind];

/** Several files of one load; docs/captures.md has more. */
export type CapturesParameters = Pick<
  ParametersOf['screenshot'],
  Exclude<SharedName, 'cache' | 'attachment_name' | 'format'>
> & {
  js_enabled?: boolean | undefined;
  /** 1 to 10. */
  /** Not needed where `capture` steps name them. */
  outputs?: readonly OutputParameters[];
};

/** Parameters of a kind, or of `captures`; those of a plugin's kind are not typed. */
export type ParametersFor<K extends KindName> = K extends Kind
  ? ParametersOf[K]
  : K extends 'captures'
    ? CapturesParameters
    : object;

export type ScreenshotParameters = ParametersOf['screenshot'];
export type ScreencastParameters = ParametersOf['screencast'];
export type PdfParameters = ParametersOf['pdf'];
export type ScrapeParameters = ParametersOf['scrape'];

/** Checks what {@link ParametersOf} excludes, for callers without types. @throws {TypeError} */
export function checkParameters(kind: KindName, parameters: object): void {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw new TypeError(`The parameters of a ${kind} must be an object.`);
  }
  const said: Record<string, string> = {
    kind: 'The method says it already.',
    access_key: 'Give it to createClient as accessKey.',
    signature: 'Use signedUrl, or signRequests of createClient.',
    async: 'Use client.requests.start.',
  };
  for (const [name, advice] of Object.entries(said)) {
    if (Object.hasOwn(parameters, name))
      throw new TypeError(`${name} is no parameter here. ${advice}`);
  }
}
