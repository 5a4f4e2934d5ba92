import type {
  KindDefinition,
  KindName,
  KindRequestInput,
  KindSet,
  RenderError,
  RenderRequest,
  RequestInput,
  ScreenshotInput,
} from '@tintype/contract';
import type { Metadata, Receipt } from '@tintype/contract/headers';
import type { Site } from './browser-source.ts';
import type { Deadline } from './time/deadline.ts';
import type { PageHandle } from './page/page-handle.ts';

/** The steps of a render, in order. Their durations come back as {@link RenderResult.timings}. */
export type Stage =
  | 'launch'
  | 'emulate'
  | 'block'
  | 'navigate'
  | 'settle'
  | 'interact'
  | 'capture'
  | 'encode';

/** Duration of one stage. */
export interface StageTiming {
  stage: Stage;
  /** Milliseconds between the start of the render and the start of this stage. */
  startMs: number;
  /** Milliseconds that the stage took, all its parts together. */
  durationMs: number;
}

/**
 * What a render gives. Plugins whose middleware adds to it declare so: `declare module
 * '@tintype/core' { interface RenderResult { … } }`.
 */
export interface RenderResult {
  kind: KindName;
  /** The file. */
  body: Uint8Array;
  /** For example `image/jpeg`. */
  mediaType: string;
  /** File ending that fits, without a dot: `jpg` stays `jpg` when the request said `jpg`. */
  extension: string;
  /** URL of the document that was captured, after redirects. */
  url: string;
  metadata: Metadata;
  /** The report on the result's own quality: blank, behind a wall, images missing. */
  receipt: Receipt;
  timings: StageTiming[];
  /** The trace of the render, as a zip, with the option `trace`. */
  trace?: Uint8Array;
  /** `HIT` if the result comes from a cache; absent if no cache was used. */
  cache?: 'HIT' | 'MISS';
  /** Sentences for a person: what was done otherwise than asked, or refused to the page. */
  warnings: string[];
}

/** Progress of a screencast. */
export interface RenderProgress {
  /** Images recorded so far. */
  frames: number;
  /** Images that the video will have. */
  total: number;
}

/** Options of a render that are not part of its request. */
export interface RenderOptions {
  /** Ends the render: the promise rejects with code `cancelled`. */
  signal?: AbortSignal;
  /**
   * Hosts (`host`, `host:port` or CIDR) that this render may reach although they are not public.
   */
  allow?: readonly string[];
  /**
   * The proxy for `ip_location`: `http://user:password@host:port`. Without it a request with that
   * parameter is rejected.
   */
  upstream?: string;
  /**
   * Whose render it is, for programs that render for several: results that a cache keeps, and
   * addresses of names that were found, are not shared between scopes.
   */
  scope?: string;
  /**
   * Serves the synthetic host `page.tintype.localhost`: pages that are on no server, and the files
   * beside `html`.
   */
  site?: Site;
  /**
   * Files beside `html`, by the names under which it asks for them: `{ 'img/logo.png': bytes }`. At
   * most 1000, of 256 MiB together.
   */
  assets?: Readonly<Record<string, Uint8Array | string>>;
  /**
   * Makes a template of `html`, in the language Liquid, and fills it: `{ title: 'Hello' }` for
   * `<h1>{{ title }}</h1>`. Markup in data is escaped, but for `{{ body | raw }}`. Templates run no
   * code and read no files.
   */
  data?: Readonly<Record<string, unknown>>;
  /**
   * The request is what `parseRequest` gave, and is not parsed a second time: for services, which
   * read requests by rules of their own.
   */
  parsed?: boolean;
  /**
   * Writes down how the render goes, as a zip: `trace` of the result, or of the error; with
   * `failure`, of the error alone. It takes longer then, and a cache is not asked. Of a page that
   * was opened, each capture has all that was written since. With `brief` the error has what is
   * known anyway, and what its page shows at the end, for a second at most.
   */
  trace?: boolean | 'failure' | 'brief';
  /**
   * Called while a screencast is recorded, first with no frames. A render that begins again counts
   * from the start.
   */
  onProgress?: (progress: RenderProgress) => void;
}

/** The context of a running render, for middleware and hooks. */
export interface RenderContext<State = unknown> extends RenderOptions {
  /** UUID v7. */
  readonly id: string;
  /** Aborted by the caller, or when the time of the render is over. */
  readonly signal: AbortSignal;
  /** The clock that everything of the render is raced against. */
  readonly deadline: Deadline;
  /** The plugin's state of this render; see {@link Plugin.createState}. */
  readonly state: State;
  /**
   * It is a capture of a page that was opened: what it gives depends on what was done to the page
   * before.
   */
  readonly isOpenPage?: true;
  /** Adds a sentence to {@link RenderResult.warnings}. */
  warn(message: string): void;
}

export type Next = (request: RenderRequest, context: RenderContext) => Promise<RenderResult>;

/** Code around a render. Call `next` at most once. */
export type Middleware = (
  request: RenderRequest,
  context: RenderContext,
  next: Next,
) => Promise<RenderResult>;

/** Code inside a render, awaited. */
export interface Hooks<State = unknown> {
  /**
   * The page is blank and prepared. Part of the `block` stage: here it is said what the page may
   * not load.
   */
  beforeNavigate?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<void> | void;
  /**
   * The page has loaded and settled; nothing was hidden, clicked or scrolled yet. Part of the
   * `block` stage: here goes what does not belong in the result. Gives true when it changed the
   * page, which is then settled again.
   */
  pageSettled?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<boolean | void> | boolean | void;
  /** The page is as the request wants it: what it names has been hidden, clicked, scrolled. */
  pageReady?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<void> | void;
  /** Right before the screenshot is taken. */
  beforeCapture?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<void> | void;
  /**
   * Called when the render has failed while its page still exists; for at most a second. Errors
   * thrown here are ignored.
   */
  pageFailed?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<void> | void;
  /** After each stage. */
  stageEnd?(timing: StageTiming, request: RenderRequest, context: RenderContext<State>): void;
}

/** Output of a capture for the encode stage; its kind defines which file it is. */
export interface Captured {
  body: Uint8Array;
  imageSize?: { width: number; height: number };
}

/** A PDF that an address gave in the place of a page. */
export interface PdfFile {
  bytes: Uint8Array;
  /** After redirects. */
  url: string;
}

/** The capture of one kind: turns a page into a file. */
export interface Capture<Request extends { kind: string } = RenderRequest> {
  /** Called before the page is loaded, to start slow preparations. */
  prepare?(page: PageHandle, request: Request, context: RenderContext): Promise<void>;
  /**
   * Captures the page, and returns a function that makes the file without the
   * page.
   */
  capture(
    page: PageHandle,
    request: Request,
    context: RenderContext,
  ): Promise<() => Promise<Captured>>;
  /**
   * Writes the HTML that is loaded in the place of a PDF, which the browser does not show, as text
   * or as UTF-8: at most 64 MB. Without it, the address of a PDF is the error `download`.
   */
  pageOfPdf?(file: PdfFile, page: PageHandle, context: RenderContext): Promise<string | Uint8Array>;
}

/** A part of the engine: a plain object made by a factory. */
export interface Plugin<State = unknown> {
  name: string;
  /**
   * Makes what the plugin keeps about one render, when its middleware or one of its hooks is first
   * called for it. All of them find it as `context.state`. A render that begins again after a crash
   * keeps it.
   *
   * @example
   * const plugin: Plugin<{ requests: number }> = { name: 'count', createState: () => ({ requests: 0
   * }), hooks: { beforeNavigate: (page, request, { state }) =>
   * page.session.on('Network.requestWillBeSent', () => void state.requests++) }, middleware: async
   * (request, context, next) => log(await next(request, context), context.state.requests), };
   */
  createState?(): State;
  /** See {@link Middleware}. */
  middleware?(
    request: RenderRequest,
    context: RenderContext<State>,
    next: Next,
  ): Promise<RenderResult>;
  /** Around the opening of a page, which no middleware sees. */
  opening?(
    request: RenderRequest,
    context: RenderContext<State>,
    next: () => Promise<void>,
  ): Promise<void>;
  hooks?: Hooks<State>;
  /** Kinds of its own, which renders, commands and routes can then ask for. */
  kinds?: readonly KindDefinition[];
  /**
   * By the name of the kind: one of the plugin's own, or one of Tintype's that no other plugin
   * captures.
   */
  captures?: Readonly<Record<string, Capture<never>>>;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** A plugin with kinds of its own, which its type tells to {@link Renderer.render}. */
export interface KindPlugin<Definition extends KindDefinition> extends Plugin {
  kinds: readonly Definition[];
}

/** The kinds that plugins bring, as far as their types tell. */
export type KindsOf<Plugins extends readonly Plugin[]> = Plugins[number] extends infer One
  ? One extends KindPlugin<infer Definition>
    ? Definition
    : never
  : never;

/** Options of a list of requests. */
export interface RenderAllOptions extends RenderOptions {
  /**
   * How many are rendered at the same time: an integer from 1. Default: as many as the engine
   * renders at once.
   */
  concurrency?: number;
  /**
   * Called as soon as one is done, before the loop gets it, and awaited. An error of it ends the
   * loop.
   */
  onResult?: (outcome: RenderOutcome) => Promise<void> | void;
}

/** Outcome of one request of a list: a result or an error. */
export type RenderOutcome<Definition extends KindDefinition = never> = {
  index: number;
  request: RequestInput | KindRequestInput<Definition>;
} & ({ result: RenderResult; error?: undefined } | { result?: undefined; error: RenderError });

/** Parameters of the first half of a render, which bring a page into a state. */
export type PageInput = Omit<ScreenshotInput, 'kind'> & { js_enabled?: boolean };

/** Options of an open page. `signal` closes it. */
export interface OpenOptions extends RenderOptions {
  /**
   * Time an unused page stays open, in seconds, at most a day: then it is closed, and the next
   * capture is rejected. Default 300.
   */
  keepFor?: number;
  /**
   * All HTML that the page is to show is your own: {@link OpenPage.load} is allowed, and keeps the
   * process, the storage and the cookies of the page from one document to the next. Default false.
   */
  trusted?: boolean;
  /** Records what the page loads, with bodies, for archives as HAR and WACZ. Default false. */
  traffic?: boolean;
}

/**
 * A page that is open, and can be captured as often as needed. Each capture begins with the state
 * that the page has, and leaves it in that state. It takes one of the engine's slots
 * (`concurrency`) until it is closed.
 */
export interface OpenPage<Definition extends KindDefinition = never> extends AsyncDisposable {
  /** The URL of the page, without a password. */
  readonly url: string;
  /**
   * The reason why the page takes no more captures: captures that had not started reject with this
   * very error. Undefined while the page is open.
   */
  readonly ended: RenderError | undefined;
  /**
   * Makes a file of the page, with parameters of the second half of a render. Captures use the page
   * one after the other. Each has the `timeout` that the page was opened with. A capture that times
   * out or is cancelled while it uses the page closes it, as its state is unknown; data captured
   * before that is still encoded.
   */
  capture(
    request: RequestInput | KindRequestInput<Definition>,
    options?: Pick<RenderOptions, 'signal' | 'onProgress'>,
  ): Promise<RenderResult>;
  /**
   * Returns the page as a puppeteer `Page`, for manual interaction: log in, click, type. Later
   * captures start with the state that it leaves. Its viewport and media stay those that the page
   * was opened with.
   *
   * @typeParam Page - `Page` of `puppeteer-core`, whose types need those of the DOM: only programs
   *   that name it load them.
   * @example import type { Page } from 'puppeteer-core'; const hand = await page.puppeteer<Page>();
   */
  puppeteer<Page = unknown>(): Promise<Page>;
  /**
   * Puts other HTML in the place of the page's, with all that the page was opened with. Faster than
   * another page, as its process is kept: documents see what those before them stored. For pages
   * that were opened with `html` and `{ trusted: true }`.
   */
  load(source: { html: string }, options?: Pick<RenderOptions, 'assets' | 'data'>): Promise<void>;
  /** Closes the page once the running capture has ended; waiting ones are rejected. */
  close(): Promise<void>;
}

/** The engine. `Definition`: the kinds that plugins add to Tintype's own. */
export interface Renderer<Definition extends KindDefinition = never> {
  /** The kinds that can be asked for. */
  readonly kinds: KindSet;
  /** Renders one page. Rejects with `RenderError` and nothing else. */
  render(
    request: RequestInput | KindRequestInput<Definition>,
    options?: RenderOptions,
  ): Promise<RenderResult>;
  /**
   * The first half of a render: a page in the state that parameters ask for, which can then be
   * captured several times. One load, many files.
   *
   * @throws RangeError for a `keepFor` that is no number of seconds above 0, at most a day
   * @example
   * await using page = await renderer.open({ url: 'https://example.com' }); const image = await
   * page.capture({ kind: 'screenshot', full_page: true }); const text = await page.capture({ kind:
   * 'scrape', format: 'md' });
   */
  open(request: PageInput, options?: OpenOptions): Promise<OpenPage<Definition>>;
  /**
   * Renders a list, and gives each outcome as it comes, with its index in the list. A request that
   * fails is an outcome, too. Nothing begins before the loop does. The list is read as renders
   * begin, so that it may be long, or never end; no more than twice `concurrency` requests are
   * under way or wait to be taken. Leaving the loop ends what is under way.
   *
   * @throws RenderError `cancelled` in the loop when the signal aborts, after the outcomes that had
   *   come
   * @throws RangeError for a `concurrency` that is no integer from 1
   * @example
   * for await (const { request, result, error } of renderer.renderAll(requests)) { if (error)
   * console.error(request.url, error.message); else await
   * writeFile(`${result.metadata.title}.jpeg`, result.body); }
   */
  renderAll(
    requests:
      | Iterable<RequestInput | KindRequestInput<Definition>>
      | AsyncIterable<RequestInput | KindRequestInput<Definition>>,
    options?: RenderAllOptions,
  ): AsyncIterableIterator<RenderOutcome<Definition>>;
  /**
   * Starts a browser now, so that the first render finds it warm. Not needed: the first render
   * starts it. `signal` ends the waiting: it rejects with code `cancelled`, and the start goes on.
   */
  start(options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Waits for what runs, stops the plugins in reverse, closes the browsers. `signal` ends the
   * waiting: renders under way end with code `shutting_down`.
   *
   * @throws Error that names the plugin whose `stop` failed, AggregateError for several; everything
   *   else is stopped all the same
   */
  stop(options?: { signal?: AbortSignal }): Promise<void>;
  /** As `stop`: `await using renderer = createRenderer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
