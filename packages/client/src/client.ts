import type { Device, Kind } from '@tintype/contract';
import type {
  ParametersOf,
  PdfParameters,
  ScrapeParameters,
  ScreencastParameters,
  ScreenshotParameters,
} from './parameters.ts';
import type { RenderAnswer, ScrapeAnswer, StreamAnswer } from './render-answer.ts';
import type { Requests } from './requests.ts';
import type { CallOptions } from './send.ts';
import type { Tasks } from './tasks.ts';

/** What an account has left. */
export interface UsageState {
  /** Renders of this month. */
  hits: { quota: number; used: number; remaining: number };
  /** Requests of this minute; `reset` is in Unix seconds. */
  concurrency: { limit: number; remaining: number; reset: number };
}

export interface LinkOptions {
  /** From then on the link is refused: a `Date`, or Unix seconds. Default: never. */
  expires?: Date | number;
}

/**
 * Calls a Tintype service for one account. Every method rejects with `TintypeError`, with the reason of its signal, or, for what
 * cannot be sent at all, with `TypeError`.
 */
export interface Client {
  /** An image of a page. */
  screenshot(parameters: ScreenshotParameters, options?: CallOptions): Promise<RenderAnswer>;
  /** A video of a page. */
  screencast(parameters: ScreencastParameters, options?: CallOptions): Promise<RenderAnswer>;
  /** A page as PDF. */
  pdf(parameters: PdfParameters, options?: CallOptions): Promise<RenderAnswer>;
  /** A page as HTML or Markdown. */
  scrape(parameters: ScrapeParameters, options?: CallOptions): Promise<ScrapeAnswer>;
  /**
   * A rendering whose body is a stream, for large files. `timeoutMs` and `signal` hold until it is read; it is not
   * retried once it has started.
   */
  stream<K extends Kind>(
    kind: K,
    parameters: ParametersOf[K],
    options?: CallOptions,
  ): Promise<StreamAnswer>;
  /**
   * The address of a rendering, for an `img` or a link, signed as version 2: nobody can change it. It holds the publishable key where
   * there is one, else the access key, which is good for more than this link.
   *
   * @throws {TypeError} Without `secretKey`, and for a value that a query string cannot say.
   */
  signedUrl<K extends Kind>(kind: K, parameters: ParametersOf[K], options?: LinkOptions): string;
  /** Renders that are done later. */
  readonly requests: Requests;
  /** Renders at times of the calendar. */
  readonly tasks: Tasks;
  usage(options?: CallOptions): Promise<UsageState>;
  /** What `viewport_device` takes. */
  devices(options?: CallOptions): Promise<Device[]>;
}
