import type {
  Kind,
  PdfInput,
  ScrapeInput,
  ScreencastInput,
  ScreenshotInput,
} from '@tintype/contract';

/** What the client itself says: who asks, what is made, and when. */
type Said = 'kind' | 'access_key' | 'signature' | 'async';

/** Lists may be `readonly`; what is optional may be `undefined`, which means that it is not given. */
type Given<T> = {
  [K in keyof T]:
    | (T[K] extends infer V ? (V extends (infer Item)[] ? readonly Item[] : V) : never)
    | (object extends Pick<T, K> ? undefined : never);
};

/** Parameters of a screenshot; docs/parameters.md has all of them. Either `url` or `html` is required. */
export type ScreenshotParameters = Given<Omit<ScreenshotInput, Said>>;

/** Parameters of a screencast. */
export type ScreencastParameters = Given<Omit<ScreencastInput, Said>>;

/** Parameters of a PDF. Either `url` or `html` is required. */
export type PdfParameters = Given<Omit<PdfInput, Said>>;

/** Parameters of a page as HTML or Markdown. */
export type ScrapeParameters = Given<Omit<ScrapeInput, Said>>;

/** The parameters of each operation. */
export interface ParametersOf {
  screenshot: ScreenshotParameters;
  screencast: ScreencastParameters;
  pdf: PdfParameters;
  scrape: ScrapeParameters;
}

/** What {@link ParametersOf} leaves out, for callers without types. @throws {TypeError} */
export function checkParameters(kind: Kind, parameters: object): void {
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
