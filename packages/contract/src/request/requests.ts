import type { BuiltInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { Kind } from '../kinds/kind-info.ts';
import type {
  InputOf as ParametersInput,
  OutputOf as ParametersOutput,
} from '../parameters/page-parameters.ts';

/** Parameters of a kind as a caller may set them. */
export type KindInput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? ParametersInput<Own> : never;

/** Validated parameters of a kind with their defaults. */
export type KindOutput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? ParametersOutput<Own> : never;

/** Input for a result of a kind. */
export type KindRequestInput<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindInput<Definition>
  : never;

/** A validated request of a kind with its defaults. */
export type KindRequest<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindOutput<Definition>
  : never;

/** Input for a built-in kind. */
export type InputOf<K extends Kind> = KindRequestInput<BuiltInKinds[K]>;

/** A validated request of a built-in kind with its defaults. */
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
 * Input of a render: the kind and its parameters, with the same names in every interface.
 * @example
 * const input: RequestInput = { kind: 'screenshot', url: 'https://example.com/', full_page: true };
 */
export type RequestInput = { [K in Kind]: InputOf<K> }[Kind];

/** A validated screenshot request with its defaults. */
export type ScreenshotRequest = RequestOf<'screenshot'>;

/** A validated screencast request with its defaults. */
export type ScreencastRequest = RequestOf<'screencast'>;

/** A validated PDF request with its defaults. */
export type PdfRequest = RequestOf<'pdf'>;

/** A validated scrape request with its defaults. */
export type ScrapeRequest = RequestOf<'scrape'>;

/**
 * A validated request: plain JSON with defaults, the same bytes for equivalent requests. Middleware
 * and hooks also receive requests of plugins' kinds, which this type does not cover.
 *
 * `viewport_width` and `viewport_height` are filled in only without `viewport_device`;
 * `resolveViewport` returns the viewport in every case.
 */
export type RenderRequest = { [K in Kind]: RequestOf<K> }[Kind];
