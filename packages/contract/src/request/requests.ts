import type { BuiltInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { Kind } from '../kinds/kind-info.ts';
import type {
  InputOf as ParametersInput,
  OutputOf as ParametersOutput,
} from '../parameters/page-parameters.ts';

/** The parameters of a kind as a caller may give them. */
export type KindInput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? ParametersInput<Own> : never;

/** The parameters of a kind that were checked, with their defaults. */
export type KindOutput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? ParametersOutput<Own> : never;

/** Input for a result of a kind. */
export type KindRequestInput<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindInput<Definition>
  : never;

/** A request of a kind that was checked, with its defaults. */
export type KindRequest<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindOutput<Definition>
  : never;

/** Input for one of Tintype's own kinds. */
export type InputOf<K extends Kind> = KindRequestInput<BuiltInKinds[K]>;

/** A request of one of Tintype's own kinds that was checked, with its defaults. */
export type RequestOf<K extends Kind> = KindRequest<BuiltInKinds[K]>;

/** Input for a screenshot. Either `url` or `html` is required. */
export type ScreenshotInput = InputOf<'screenshot'>;

/** Input for a screencast. */
export type ScreencastInput = InputOf<'screencast'>;

/** Input for a PDF. */
export type PdfInput = InputOf<'pdf'>;

/** Input for a scrape. */
export type ScrapeInput = InputOf<'scrape'>;

/**
 * What a caller gives: the kind, and parameters under the names that they have everywhere.
 *
 * @example
 * const input: RequestInput = { kind: 'screenshot', url: 'https://example.com/', full_page: true };
 */
export type RequestInput = { [K in Kind]: InputOf<K> }[Kind];

/** A screenshot request that was checked, with its defaults. */
export type ScreenshotRequest = RequestOf<'screenshot'>;

/** A screencast request that was checked, with its defaults. */
export type ScreencastRequest = RequestOf<'screencast'>;

/** A PDF request that was checked, with its defaults. */
export type PdfRequest = RequestOf<'pdf'>;

/** A scrape request that was checked, with its defaults. */
export type ScrapeRequest = RequestOf<'scrape'>;

/**
 * A checked request: plain JSON, defaults filled in, the same bytes for equal requests. Middleware
 * and hooks receive those of plugins' kinds as well, which the compiler does not know here.
 *
 * `viewport_width` and `viewport_height` are filled in only without `viewport_device`;
 * `resolveViewport` returns the viewport in every case.
 */
export type RenderRequest = { [K in Kind]: RequestOf<K> }[Kind];
