import type { Device, Kind, KindName } from '@tintype/contract';
import type { kindInfos } from '@tintype/contract/light';
import type { ComparisonResult, NewComparison, UsageState } from '@tintype/contract/wire';
import type { Batches } from './batches.ts';
import type { CapturesParameters, ParametersFor, ParametersOf } from './parameters.ts';
import type { RenderAnswer, ScrapeAnswer, StreamAnswer } from './render-answer.ts';
import type { Requests, SucceededCaptures } from './requests.ts';
import type { CallOptions } from './send.ts';
import type { Sessions } from './sessions.ts';
import type { Tasks } from './tasks.ts';

export interface LinkOptions {
  /** Expiry of the link: a `Date`, or Unix seconds. Default: never. */
  expires?: Date | number;
}

type Infos = (typeof kindInfos)[number];
type FilesOf<K> = Extract<Infos, { name: K }>['files'];

/** Body of a kind: text if all its files are; JSON is text. */
export type AnswerOf<K extends KindName> = K extends Kind
  ? FilesOf<K>[keyof FilesOf<K>] extends `text/${string}` | `application/json${string}`
    ? ScrapeAnswer
    : RenderAnswer
  : RenderAnswer;

/** A method for each kind: `client.screenshot({ url })`. */
type Renders = {
  [K in Kind]: (parameters: ParametersOf[K], options?: CallOptions) => Promise<AnswerOf<K>>;
};

/**
 * Client of a Tintype service for one account. Methods reject with `TintypeError`, the reason of
 * the signal, or, for invalid arguments, `TypeError`.
 */
export interface Client extends Renders {
  /**
   * Renders any kind of the service, those of its plugins included.
   * @example
   * const { body } = await client.render('links', { url: 'https://example.com' });
   */
  render<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: CallOptions,
  ): Promise<AnswerOf<K>>;
  /**
   * Renders several files of one load, which the service stores: `client.requests.file(output)`
   * loads one. A failed output has an `error`, and does not affect the others.
   * @example
   * const { outputs } = await client.captures({
   *   url,
   *   outputs: [{ kind: 'screenshot' }, { kind: 'pdf' }],
   * });
   */
  captures(parameters: CapturesParameters, options?: CallOptions): Promise<SucceededCaptures>;
  /**
   * Renders to a stream, for large files. `timeoutMs` and `signal` apply until it is read; it is
   * not retried once it has started.
   */
  stream<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: CallOptions,
  ): Promise<StreamAnswer>;
  /**
   * Returns the signed URL (version 2) of a render, for an `img` or a link. It contains the
   * publishable key if there is one, else the access key, which is valid for more than this link.
   * @throws {TypeError} Without `secretKey`, and for a value that a query string cannot express.
   */
  signedUrl<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: LinkOptions,
  ): string;
  /**
   * Compares two results of the account, or pages that are rendered for it. It is retried only if
   * nothing is rendered.
   * @example
   * const { same, file } = await client.compare({
   *   before: { request: id },
   *   after: { kind: 'screenshot', url: 'https://example.com' },
   * });
   */
  compare(comparison: NewComparison, options?: CallOptions): Promise<ComparisonResult>;
  /** Async requests. */
  readonly requests: Requests;
  readonly batches: Batches;
  /** Scheduled renders. */
  readonly tasks: Tasks;
  readonly sessions: Sessions;
  /** With `days` (1 to 400): also the renders of each of these days, today (UTC) included. */
  usage(options?: CallOptions & { days?: number }): Promise<UsageState>;
  /** Values of `viewport_device`. */
  devices(options?: CallOptions): Promise<Device[]>;
}
