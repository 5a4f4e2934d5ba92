import type { BuiltInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { Kind } from '../kinds/kind-infos.ts';
import type { InputOf, OutputOf } from '../parameters/page-parameters.ts';

/** The parameters of a kind as a caller may give them. */
export type KindInput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? InputOf<Own> : never;

/** The parameters of a kind that were checked, with their defaults. */
export type KindOutput<Definition extends KindDefinition> =
  Definition extends KindDefinition<string, infer Own> ? OutputOf<Own> : never;

/** What a caller gives for a result of a kind. */
export type KindRequestInput<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindInput<Definition>
  : never;

/** A request of a kind that was checked, with its defaults. */
export type KindRequest<Definition extends KindDefinition> = Definition extends KindDefinition
  ? { kind: Definition['name'] } & KindOutput<Definition>
  : never;

type ParametersInput<K extends Kind> = KindInput<BuiltInKinds[K]>;
type Parameters<K extends Kind> = KindOutput<BuiltInKinds[K]>;

/** What a caller gives for a screenshot. Either `url` or `html` is required. */
export interface ScreenshotInput extends ParametersInput<'screenshot'> {
  kind: 'screenshot';
}

/** What a caller gives for a screencast. */
export interface ScreencastInput extends ParametersInput<'screencast'> {
  kind: 'screencast';
}

/** What a caller gives for a PDF. Either `url` or `html` is required. */
export interface PdfInput extends ParametersInput<'pdf'> {
  kind: 'pdf';
}

/** What a caller gives to scrape a page. */
export interface ScrapeInput extends ParametersInput<'scrape'> {
  kind: 'scrape';
}

/**
 * What a caller gives: the kind, and parameters under the names that they have everywhere.
 *
 * @example
 * const input: RequestInput = { kind: 'screenshot', url: 'https://example.com/', full_page: true };
 */
export type RequestInput = ScreenshotInput | ScreencastInput | PdfInput | ScrapeInput;

/** A screenshot request that was checked, with its defaults. */
export interface ScreenshotRequest extends Parameters<'screenshot'> {
  kind: 'screenshot';
}

/** A screencast request that was checked, with its defaults. */
export interface ScreencastRequest extends Parameters<'screencast'> {
  kind: 'screencast';
}

/** A PDF request that was checked, with its defaults. */
export interface PdfRequest extends Parameters<'pdf'> {
  kind: 'pdf';
}

/** A scrape request that was checked, with its defaults. */
export interface ScrapeRequest extends Parameters<'scrape'> {
  kind: 'scrape';
}

/**
 * A request that was checked: plain JSON, defaults filled in, the same bytes for the same wishes.
 *
 * `viewport_width` and `viewport_height` are filled in only where no `viewport_device` is asked for;
 * `resolveViewport` gives the viewport in every case.
 */
export type RenderRequest = ScreenshotRequest | ScreencastRequest | PdfRequest | ScrapeRequest;
