import type {
  KindDefinition,
  KindName,
  KindRequestInput,
  KindSet,
  RenderError,
  RenderRequest,
  RequestInput,
  ScreenshotInput,
  Step,
  StorageState,
} from '@tintype/contract';
import type { Metadata, Receipt } from '@tintype/contract/headers';
import type { Site } from './browser-source.ts';
import type { Deadline } from './time/deadline.ts';
import type { PageHandle } from './page/page-handle.ts';

/** Stages of a render, in order. {@link RenderResult.timings} has their durations. */
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
  /** Total duration of the stage in milliseconds. */
  durationMs: number;
}

/**
 * Result of a render. Plugins whose middleware adds fields declare them: `declare module
 * '@tintype/core' { interface RenderResult { … } }`.
 */
export interface RenderResult {
  kind: KindName;
  /** The file. */
  body: Uint8Array;
  /** For example `image/jpeg`. */
  mediaType: string;
  /** File extension without a dot: `jpg` stays `jpg` if the request has `jpg`. */
  extension: string;
  /** URL of the document that was captured, after redirects. */
  url: string;
  metadata: Metadata;
  /** The report on the result's own quality: blank, behind a wall, images missing. */
  receipt: Receipt;
  timings: StageTiming[];
  /** The trace of the render as a zip, with the option `trace`. */
  trace?: Uint8Array;
  /** `HIT` if the result comes from a cache; absent if no cache was used. */
  cache?: 'HIT' | 'MISS';
  /** Sentences for a person: parameters applied differently, connections refused. */
  warnings: string[];
}

/** Progress of a screencast. */
export interface RenderProgress {
  /** Images recorded so far. */
  frames: number;
  /** Total images of the video; `frames` once `until` has ended it early. */
  total: number;
}

/** Steps that log in. */
export interface SessionLogin {
  /** Address of the page with the form. */
  url: string;
  steps: readonly Step[];
  /** Values for `{{name}}` in steps. */
  secrets?: Readonly<Record<string, string>>;
}

/** A login as a caller writes it: steps in any form that the parameter `steps` takes. */
export interface SessionLoginInput {
  url: string;
  steps: NonNullable<ScreenshotInput['steps']>;
  secrets?: ScreenshotInput['secrets'];
}

/** A session as it is stored. */
export interface StoredSession {
  state: StorageState;
  /** Steps to log in again; absent if the session was created from a storage state. */
  login?: SessionLogin;
  /**
   * Changes with each write. Its part before a colon, if there is one, is the generation: it changes
   * only if the session is replaced, or created again, and a render writes to its own generation.
   */
  version: string;
}

/** Storage of the sessions of one account, for renders. */
export interface SessionStore {
  /** Returns undefined if there is none, or it has expired. */
  read(name: string): Promise<StoredSession | undefined>;
  /**
   * Writes a state if the stored version is still the given one.
   * @returns false if the session has another version or is gone: read, merge and write again
   */
  write(name: string, state: StorageState, version: string): Promise<boolean>;
}

/** A session in a list. */
export interface SessionInfo {
  name: string;
  /** Time of the last write, in Unix milliseconds. */
  updatedAt: number;
  /** When it expires unless it is used before, in Unix milliseconds. */
  expiresAt?: number;
  /** Number of cookies. */
  cookies: number;
  /** Number of origins with local storage or databases. */
  origins: number;
  /** Size of its state as JSON. */
  bytes: number;
  /**
   * Present if the session cannot be read: a sentence. Then `name` is what is known of it, the name
   * of a file for instance, and the other figures are 0.
   */
  problem?: string;
}

/** Storage of sessions that also creates, lists and removes them. */
export interface SessionDirectory extends SessionStore {
  /** Creates a session, or replaces it. */
  put(name: string, session: Pick<StoredSession, 'state' | 'login'>): Promise<void>;
  /** Returns false if there was none. */
  delete(name: string): Promise<boolean>;
  /** Sorted by name. */
  list(): Promise<SessionInfo[]>;
}

/** One session of a renderer, which may not exist yet. */
export interface NamedSession {
  readonly name: string;
  /**
   * Logs in by steps, and stores the result: it replaces the session. The steps are stored, too, so
   * that a render that finds a login page can log in again.
   * @returns sentences for a person
   * @throws RenderError of the steps, or `page_blocked` if the page still shows a login
   * @example
   * await renderer.session({ name: 'ada' }).login({
   *   url: 'https://example.com/login',
   *   steps: [{ fill: '#password', value: '{{password}}' }, { click: 'text/Sign in' }],
   *   secrets: { password },
   * });
   * await renderer.render({ kind: 'pdf', url: 'https://example.com/invoice', session: 'ada' });
   */
  login(login: SessionLoginInput, options?: OpenOptions): Promise<{ warnings: string[] }>;
  /** Replaces the session by a storage state: an object, or its JSON. */
  restore(state: StorageState | string): Promise<void>;
  /** Returns its cookies and storage. @throws RenderError `session_not_found` */
  state(): Promise<StorageState>;
  /** Returns false if there was none. */
  delete(): Promise<boolean>;
}

/** Options of a render that are not part of its request. */
export interface RenderOptions {
  /** Ends the render: the promise rejects with code `cancelled`. */
  signal?: AbortSignal;
  /** Hosts (`host`, `host:port` or CIDR) that this render may reach although not public. */
  allow?: readonly string[];
  /**
   * The proxy for `ip_location`: `http://user:password@host:port`. Without it a request with that
   * parameter is rejected.
   */
  upstream?: string;
  /**
   * Owner of the render, for programs with several users: cached results and resolved addresses are
   * not shared between scopes.
   */
  scope?: string;
  /**
   * Renders with the same group, scope and parameters use one tab for pages of one origin, one
   * after the other. Cookies, storage, workers and scripts are removed in between; the HTTP cache
   * stays. Default: none; each render has a fresh context. Those of `renderAll` are a group.
   */
  group?: string;
  /**
   * Serves the synthetic host `page.tintype.localhost`: pages that are on no server, and the files
   * beside `html`.
   */
  site?: Site;
  /**
   * Files beside `html`, by the paths that it uses: `{ 'img/logo.png': bytes }`. At most 1000
   * files, 256 MiB in total.
   */
  assets?: Readonly<Record<string, Uint8Array | string>>;
  /** Sessions for the parameter `session`. Without it a request with that parameter is rejected. */
  sessions?: SessionStore;
  /**
   * Fills `html` as a Liquid template: `{ title: 'Hello' }` for `<h1>{{ title }}</h1>`. Markup in
   * data is escaped, except with `{{ body | raw }}`. Templates run no code and read no files.
   */
  data?: Readonly<Record<string, unknown>>;
  /**
   * The request is the output of `parseRequest`, and is not parsed again: for services with their
   * own parsing rules.
   */
  parsed?: boolean;
  /**
   * Records a trace of the render as a zip: `trace` of the result or the error; with `failure`, of
   * the error only. The render takes longer, and does not use a cache. Each capture of an open page
   * gets everything recorded since it was opened. With `brief` the error has data that is known
   * anyway, and the page at the end, which takes at most a second.
   */
  trace?: boolean | 'failure' | 'brief';
  /** Called while a screencast is recorded, first with 0 frames. A retry counts from 0 again. */
  onProgress?: (progress: RenderProgress) => void;
}

/** The context of a running render, for middleware and hooks. */
export interface RenderContext<State = unknown> extends RenderOptions {
  /** UUID v7. */
  readonly id: string;
  /** Aborts when the caller aborts, or at the deadline of the render. */
  readonly signal: AbortSignal;
  /** The deadline of the render. */
  readonly deadline: Deadline;
  /** The plugin's state of this render; see {@link Plugin.createState}. */
  readonly state: State;
  /** True for a capture of an open page: it depends on earlier interaction with the page. */
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
  /** The page is blank and prepared. Set here what it may not load (`block` stage). */
  beforeNavigate?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<void> | void;
  /**
   * The page has loaded and settled; nothing was hidden, clicked or scrolled yet. Part of the
   * `block` stage: remove unwanted content here. Return true if the page was changed; it is then
   * settled again.
   */
  pageSettled?(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext<State>,
  ): Promise<boolean | void> | boolean | void;
  /** The page is in the requested state: elements have been hidden, clicked and scrolled to. */
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
  /** Areas of the image that do not count in a comparison, for {@link Receipt.ignored}. */
  ignored?: NonNullable<Receipt['ignored']>;
}

/** A PDF that a server returned instead of a page. */
export interface PdfFile {
  bytes: Uint8Array;
  /** URL after redirects. */
  url: string;
}

/** The capture of one kind: turns a page into a file. */
export interface Capture<Request extends { kind: string } = RenderRequest> {
  /** Called before the page is loaded, to start slow preparations. */
  prepare?(page: PageHandle, request: Request, context: RenderContext): Promise<void>;
  /** Captures the page, and returns a function that makes the file without the page. */
  capture(
    page: PageHandle,
    request: Request,
    context: RenderContext,
  ): Promise<() => Promise<Captured>>;
  /**
   * Returns the HTML that is loaded instead of a PDF, which the browser does not show: text or
   * UTF-8, at most 64 MB. Without this function, the URL of a PDF fails with `download`.
   */
  pageOfPdf?(file: PdfFile, page: PageHandle, context: RenderContext): Promise<string | Uint8Array>;
}

/** An extension of the engine: a plain object returned by a factory. */
export interface Plugin<State = unknown> {
  name: string;
  /**
   * Creates the plugin's state of one render, when its middleware or one of its hooks is first
   * called. All of them get it as `context.state`. A retry after a crash keeps it.
   * @example
   * const plugin: Plugin<{ requests: number }> = {
   *   name: 'count',
   *   createState: () => ({ requests: 0 }),
   *   hooks: {
   *     beforeNavigate: (page, request, { state }) =>
   *       page.session.on('Network.requestWillBeSent', () => void state.requests++),
   *   },
   *   middleware: async (request, context, next) =>
   *     log(await next(request, context), context.state.requests),
   * };
   */
  createState?(): State;
  /** See {@link Middleware}. */
  middleware?(
    request: RenderRequest,
    context: RenderContext<State>,
    next: Next,
  ): Promise<RenderResult>;
  /**
   * Middleware around the opening of a page, which `middleware` does not receive, and around the
   * steps after each `capture` step.
   */
  opening?(
    request: RenderRequest,
    context: RenderContext<State>,
    next: () => Promise<void>,
  ): Promise<void>;
  hooks?: Hooks<State>;
  /** Further kinds for renders, commands and routes. */
  kinds?: readonly KindDefinition[];
  /**
   * Captures by the name of their kind: one of this plugin, or one of Tintype's that no other
   * plugin captures.
   */
  captures?: Readonly<Record<string, Capture<never>>>;
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** A plugin with further kinds, which its type adds to {@link Renderer.render}. */
export interface KindPlugin<Definition extends KindDefinition> extends Plugin {
  kinds: readonly Definition[];
}

/** Kinds of plugins, if their types declare them. */
export type KindsOf<Plugins extends readonly Plugin[]> = Plugins[number] extends infer One
  ? One extends KindPlugin<infer Definition>
    ? Definition
    : never
  : never;

/** Options of a list of requests. */
export interface RenderAllOptions extends RenderOptions {
  /** Number of concurrent renders, an integer from 1. Default: the concurrency of the engine. */
  concurrency?: number;
  /** Called and awaited with each outcome, before the loop. An error here ends the loop. */
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
   * True if you trust all HTML that the page will show: {@link OpenPage.load} is allowed, and keeps
   * the process, the storage and the cookies of the page from one document to the next. Default
   * false.
   */
  trusted?: boolean;
  /** Records what the page loads, with bodies, for archives as HAR and WACZ. Default false. */
  traffic?: boolean;
}

/**
 * An open page, which can be captured any number of times. Each capture starts with the current
 * state of the page, and restores it. The page uses one of the engine's slots (`concurrency`) until
 * it is closed.
 */
export interface OpenPage<Definition extends KindDefinition = never> extends AsyncDisposable {
  /** URL of the page, without credentials. */
  readonly url: string;
  /**
   * Reason why the page accepts no more captures: captures that had not started reject with this
   * error. Undefined while the page is open.
   */
  readonly ended: RenderError | undefined;
  /**
   * Captures the page, with parameters of the second half of a render. Captures run one after the
   * other. Each has the `timeout` with which the page was opened. A capture that times out or is
   * cancelled while it uses the page closes it, as its state is unknown; data captured before that
   * is still encoded.
   */
  capture(
    request: RequestInput | KindRequestInput<Definition>,
    options?: Pick<RenderOptions, 'signal' | 'onProgress'>,
  ): Promise<RenderResult>;
  /**
   * Returns the page as a puppeteer `Page`, for manual interaction: log in, click, type. Later
   * captures start with the state that it leaves. Its viewport and media stay those that the page
   * was opened with.
   * @typeParam Page - `Page` of `puppeteer-core`, whose types need those of the DOM: only programs
   *   that name it load them.
   * @example
   * import type { Page } from 'puppeteer-core';
   * const hand = await page.puppeteer<Page>();
   */
  puppeteer<Page = unknown>(): Promise<Page>;
  /**
   * Returns the page's cookies, and local storage and IndexedDB of the sites that it visited, for
   * `storage_state` of later renders: a login by `steps` or by hand is needed once. Frames that run
   * in another process are not included.
   * @param options.warn - called with each part that cannot be stored; by default, these are
   *   warnings of later captures
   * @example
   * const state = await page.storageState();
   * await renderer.render({ kind: 'pdf', url, storage_state: JSON.stringify(state) });
   */
  storageState(options?: { warn?(message: string): void }): Promise<StorageState>;
  /**
   * Name of the `capture` step that the page waits at; undefined if it has done all its `steps`.
   */
  readonly paused: string | undefined;
  /**
   * Runs the steps after the `capture` step that the page waits at, up to the next one. They have
   * the `timeout` with which the page was opened.
   * @throws {RenderError} `step_failed`; the page can be captured, but not resumed again
   * @example
   * const steps = [{ click: 'text/Cart' }, { capture: 'cart' }, { click: 'text/Pay' }];
   * await using page = await renderer.open({ url, steps: JSON.stringify(steps) });
   * const cart = await page.capture({ kind: 'screenshot' });
   * await page.resume();
   */
  resume(): Promise<void>;
  /**
   * Replaces the page's HTML, and keeps all other options. Faster than opening another page,
   * because it keeps the process: documents can read what earlier ones stored. Only for pages that
   * were opened with `html` and `{ trusted: true }`.
   */
  load(source: { html: string }, options?: Pick<RenderOptions, 'assets' | 'data'>): Promise<void>;
  /** Closes the page once the running capture has ended; waiting ones are rejected. */
  close(): Promise<void>;
}

/** The engine. `Definition`: the kinds that plugins add to Tintype's own. */
export interface Renderer<Definition extends KindDefinition = never> {
  /** Kinds that can be rendered. */
  readonly kinds: KindSet;
  /** Renders one page. Rejects with `RenderError` and nothing else. */
  render(
    request: RequestInput | KindRequestInput<Definition>,
    options?: RenderOptions,
  ): Promise<RenderResult>;
  /**
   * Runs the first half of a render: opens a page in the requested state, which can then be
   * captured several times.
   * @throws RangeError for a `keepFor` that is no number of seconds above 0, at most a day
   * @example
   * await using page = await renderer.open({ url: 'https://example.com' });
   * const image = await page.capture({ kind: 'screenshot', full_page: true });
   * const text = await page.capture({ kind: 'scrape', format: 'md' });
   */
  open(request: PageInput, options?: OpenOptions): Promise<OpenPage<Definition>>;
  /**
   * Returns a session by its name, to create it or to change it.
   * @throws RenderError `unsupported` if the renderer has no storage of sessions,
   *   `invalid_parameter` for a name that is none
   */
  session(options: { name: string }): NamedSession;
  /** Lists the sessions. */
  sessions(): Promise<SessionInfo[]>;
  /**
   * Renders a list, and yields each outcome when it is ready, with its index in the list. A failed
   * request is an outcome, too. Nothing starts before the loop does. The list is read lazily, so it
   * may be long or infinite; at most twice `concurrency` requests are running or waiting to be
   * consumed. Leaving the loop cancels running renders.
   * @throws RenderError `cancelled` in the loop when the signal aborts, after the outcomes that had
   *   come
   * @throws RangeError for a `concurrency` that is no integer from 1
   * @example
   * for await (const { request, result, error } of renderer.renderAll(requests)) {
   *   if (error) console.error(request.url, error.message);
   *   else await writeFile(`${result.metadata.title}.jpeg`, result.body);
   * }
   */
  renderAll(
    requests:
      | Iterable<RequestInput | KindRequestInput<Definition>>
      | AsyncIterable<RequestInput | KindRequestInput<Definition>>,
    options?: RenderAllOptions,
  ): AsyncIterableIterator<RenderOutcome<Definition>>;
  /**
   * Starts a browser now, so that it is warm for the first render, which starts it otherwise.
   * `signal` ends the wait only: it rejects with code `cancelled`, and the start continues.
   */
  start(options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Waits for running renders, stops the plugins in reverse order, and closes the browsers.
   * `signal` ends the wait: running renders fail with code `shutting_down`.
   * @throws Error that names the plugin whose `stop` failed, AggregateError for several; all other
   *   parts are stopped anyway
   */
  stop(options?: { signal?: AbortSignal }): Promise<void>;
  /** Calls `stop`: `await using renderer = createRenderer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
