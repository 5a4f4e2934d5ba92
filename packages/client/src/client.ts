import type { Device, Kind, KindName } from '@tintype/contract';
import type { kindInfos } from '@tintype/contract/light';
import type { UsageState } from '@tintype/contract/wire';
import type { Batches } from './batches.ts';
import type { CapturesParameters, ParametersFor, ParametersOf } from './parameters.ts';
import type { RenderAnswer, ScrapeAnswer, StreamAnswer } from './render-answer.ts';
import type { Requests, SucceededCaptures } from './requests.ts';
import type { CallOptions } from './send.ts';
import type { Tasks } from './tasks.ts';

export interface LinkOptions {
  /** From then on the link is refused: a `Date`, or Unix seconds. Default: never. */
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
 * Calls a Tintype service for one account. Every method rejects with `TintypeError`, with the
 * reason of its signal, or, for what cannot be sent at all, with `TypeError`.
 */
export interface Client extends Renders {
  /**
   * A result of any kind that the service has, those of its plugins included.
   * @example
   * const { body } = await client.render('links', { url: 'https://example.com' });
   */
  render<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: CallOptions,
  ): Promise<AnswerOf<K>>;
  /**
   * Several files of one load, which the service keeps: `client.requests.file(output)` loads one.
   * An output that fails is no end of the others, and has an `error`.
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
  /** Renders that are done later. */
  readonly requests: Requests;
  /** Many requests at once. */
  readonly batches: Batches;
  /** Renders at times of the calendar. */
  readonly tasks: Tasks;
  /** With `days`: also the renders of each of so many days (1 to 400), today (UTC) included. */
  usage(options?: CallOptions & { days?: number }): Promise<UsageState>;
  /** Values of `viewport_device`. */
  devices(options?: CallOptions): Promise<Device[]>;
}
