import type { Receipt } from '@tintype/contract/headers';
import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { Readable } from 'node:stream';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** A CDP session. */
export interface CdpSession {
  readonly id: string;
  send<T extends keyof Commands>(
    method: T,
    ...params: Commands[T]['paramsType']
  ): Promise<Commands[T]['returnType']>;
  on<T extends keyof Events>(event: T, listener: (event: Events[T][0]) => void): void;
  off<T extends keyof Events>(event: T, listener: (event: Events[T][0]) => void): void;
}

/** Methods of CDP whose answer holds an image, and that answer with bytes where CDP has base64. */
export interface BinaryCommands {
  'Page.captureScreenshot': {
    params: Protocol.Page.CaptureScreenshotRequest;
    answer: { data: Uint8Array };
  };
  'HeadlessExperimental.beginFrame': {
    params: Protocol.HeadlessExperimental.BeginFrameRequest;
    answer: { hasDamage: boolean; screenshotData?: Uint8Array };
  };
}

/** An image of a screencast, with bytes where CDP has base64. */
export type ScreencastFrame = Omit<Protocol.Page.ScreencastFrameEvent, 'data'> & {
  data: Uint8Array;
};

/** The CDP session of a page. */
export interface PageSession extends CdpSession {
  /** As `send`, for an image: base64 would cost both sides milliseconds. */
  sendForBytes<T extends keyof BinaryCommands>(
    method: T,
    params: BinaryCommands[T]['params'],
  ): Promise<BinaryCommands[T]['answer']>;
  /**
   * As `send`. An answer of more bytes is passed over as it comes, and rejects as `page_too_large`.
   */
  sendWithin<T extends keyof Commands>(
    maxBytes: number,
    method: T,
    ...params: Commands[T]['paramsType']
  ): Promise<Commands[T]['returnType']>;
  /**
   * Listens to the images of `Page.startScreencast`. No other listener gets `Page.screencastFrame`
   * meanwhile.
   * @returns what ends it
   */
  onScreencastFrame(listener: (image: ScreencastFrame) => void): () => void;
}

/** A request to a synthetic site. */
export interface SiteRequest {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
}

/** The response of a synthetic site. */
export interface SiteResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | Readable;
}

/** The host on which raw HTML and local files are served inside one render. */
export const syntheticHost = 'page.tintype.localhost';

/** Answers requests for a host that exists only inside one render. */
export type Site = (request: SiteRequest) => SiteResponse | Promise<SiteResponse>;

/** A connection that failed. */
export interface NetworkFailure {
  kind: 'denied' | 'dns' | 'connect' | 'timeout' | 'limit' | 'upstream';
  host: string;
  port: number;
  /** A sentence for the person who asked for the render. */
  reason: string;
}

/** Network policy of one render. */
export interface NetworkPolicy {
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** `http://user:password@host:port`: everything goes through it. */
  upstream?: string;
  /** The upstream is the caller's own, and none of the operator's. */
  isCallersProxy?: boolean;
  /** Whose render it is: see `RenderOptions.scope`. */
  scope?: string;
}

/**
 * Whether connections to a host (canonical name or address) are refused. Called for each
 * connection, which waits for a promise.
 */
export type HostFilter = (host: string) => boolean | Promise<boolean>;

/** The egress proxy of one browser context. */
export interface NetworkSession {
  configure(policy: NetworkPolicy): void;
  /** The page is about to go there: a connection may be opened ahead of need. */
  expect?(url: URL): void;
  /**
   * Refuses connections that the operator would allow. They are not recorded as failures: only the
   * filter sees them.
   */
  block(filter: HostFilter): void;
  /** Lets `site` answer for `host` in this context. */
  serve(host: string, site: Site): void;
  /** Connections refused or failed so far, oldest first. */
  readonly failures: readonly NetworkFailure[];
  /** Bytes received from the network. */
  readonly bytesReceived: number;
  /**
   * Resets the counters of failures and bytes, including a limit that has not been exceeded:
   * another document replaces the one before.
   */
  restart?(): void;
}

/** Why a page cannot be used any longer. */
export interface LeaseLoss {
  what: 'page' | 'browser' | 'popups' | 'size';
  reason: string;
}

/** Controls when a page shows a frame. */
export interface FrameControl {
  /**
   * Ends the frames that the page gets while it loads, sixty a second. Once this resolves none is
   * on its way, and the page shows one only for each `HeadlessExperimental.beginFrame`. Without
   * any, what waits for a frame waits for ever.
   */
  takeOver(): Promise<void>;
}

/** A blank page in a fresh browser context, for one render. */
export interface Lease {
  readonly session: PageSession;
  readonly targetId: string;
  readonly frameId: string;
  readonly browserContextId: string;
  readonly network: NetworkSession;
  /** The session of a frame that Chromium attached by itself (`Target.attachedToTarget`). */
  childSession(sessionId: string): CdpSession | undefined;
  readonly browser: {
    /** For example `HeadlessChrome/156.0.8078.73`. */
    readonly product: string;
    /** The browser's own user agent. */
    readonly userAgent: string;
    /** The session of the browser itself. */
    readonly session: CdpSession;
    /** Sentences about how the browser runs that the caller should read. */
    readonly warnings: readonly string[];
    /** Present where it runs elsewhere, with what nothing here keeps its pages to. */
    readonly remote?: { readonly unguarded: NonNullable<Receipt['browser']>['unguarded'] };
  };
  /** The result of `countScriptRequests`, if it was called before a render requested the page. */
  readonly scriptEvent?: string;
  /**
   * Present where it was asked for and the browser has it: then `Page.captureScreenshot` never
   * answers.
   */
  readonly frameControl?: FrameControl;
  /**
   * Opens one more blank page in this browser, in a context of its own and on no network. It goes
   * with this lease at the latest.
   */
  openSibling(): Promise<Lease>;
  /** Settles when the page or its browser dies; never rejects. */
  readonly lost: Promise<LeaseLoss>;
  /** puppeteer's own view of the page, created on first use. */
  puppeteerPage(): Promise<unknown>;
  /** Closes the context. Returns at once; closing goes on behind and is bounded. */
  release(): void;
}

/** Properties of the page to acquire. */
export interface AcquireOptions {
  /** On a graphics card. */
  gpu: boolean;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** With {@link Lease.frameControl}, where the browser has it. */
  frameControl?: boolean;
}

/** Source of pages. */
export interface BrowserSource {
  /** Number of pages provided concurrently; further requests wait. Absent if unknown. */
  readonly concurrency?: number;
  /** Returns a page once a slot is free. Rejects with `RenderError` only. */
  acquire(options: AcquireOptions): Promise<Lease>;
  /** Starts a browser before the first request asks for one. */
  start?(): Promise<void>;
  stop(): Promise<void>;
}
