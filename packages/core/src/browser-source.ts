import type { OriginState, StateCookie, StorageState } from '@tintype/contract';
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

/** CDP methods that return an image, with bytes instead of base64. */
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

/** An image of a screencast, with bytes instead of base64. */
export type ScreencastFrame = Omit<Protocol.Page.ScreencastFrameEvent, 'data'> & {
  data: Uint8Array;
};

/** The CDP session of a page. */
export interface PageSession extends CdpSession {
  /** Does what `send` does, for an image: base64 would cost both sides milliseconds. */
  sendForBytes<T extends keyof BinaryCommands>(
    method: T,
    params: BinaryCommands[T]['params'],
  ): Promise<BinaryCommands[T]['answer']>;
  /** As `send`. Skips a response of more than `maxBytes` and rejects with `page_too_large`. */
  sendWithin<T extends keyof Commands>(
    maxBytes: number,
    method: T,
    ...params: Commands[T]['paramsType']
  ): Promise<Commands[T]['returnType']>;
  /** Listens to images of `Page.startScreencast`, alone; returns a function that stops it. */
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

/** Host that serves raw HTML and local files inside one render. */
export const syntheticHost = 'page.tintype.localhost';

/** Answers requests for a host that exists only inside one render. */
export type Site = (request: SiteRequest) => SiteResponse | Promise<SiteResponse>;

/** A connection that failed. */
export interface NetworkFailure {
  kind: 'denied' | 'dns' | 'connect' | 'timeout' | 'limit' | 'upstream';
  host: string;
  port: number;
  /** A sentence for the caller of the render. */
  reason: string;
}

/** Network policy of one render. */
export interface NetworkPolicy {
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** Upstream proxy for all connections: `http://user:password@host:port`. */
  upstream?: string;
  /** True if the upstream belongs to the caller, not to the operator. */
  isCallersProxy?: boolean;
  /** Owner of the render: see `RenderOptions.scope`. */
  scope?: string;
}

/** Returns whether connections to a host (canonical name or address) are refused. */
export type HostFilter = (host: string) => boolean | Promise<boolean>;

/** The egress proxy of one browser context. */
export interface NetworkSession {
  configure(policy: NetworkPolicy): void;
  /** Announces a navigation: a connection may be opened in advance. */
  expect?(url: URL): void;
  /** Refuses connections that the operator would allow; they are not recorded as failures. */
  block(filter: HostFilter): void;
  /** Serves `host` from `site` in this context. */
  serve(host: string, site: Site): void;
  /** Connections refused or failed so far, oldest first. */
  readonly failures: readonly NetworkFailure[];
  /** Bytes received from the network. */
  readonly bytesReceived: number;
  /** Resets the counters of failures and bytes, and limits that have not been exceeded. */
  restart?(): void;
}

/** Reason why a page can no longer be used. */
export interface LeaseLoss {
  what: 'page' | 'browser' | 'popups' | 'size';
  reason: string;
}

/** Controls when a page shows a frame. */
export interface FrameControl {
  /** Ends the frames of loading: from then on only `HeadlessExperimental.beginFrame` shows one. */
  takeOver(): Promise<void>;
}

/** State of a browser context. */
export interface PageState {
  /** `indexedDB` of an origin is absent if its databases were not read. */
  state: StorageState;
  /** Origins whose databases are not all in the state, and the names of those, if known. */
  partial: Map<string, readonly string[] | undefined>;
  /** The restored databases of origins in the form in which they were read back, if all were. */
  restored: readonly OriginState[];
  /** Parts that the state lacks, with reasons: sentences without a verb. */
  missing: string[];
}

/** A blank page for one render, in a browser context that is fresh or has been cleaned. */
export interface Lease {
  readonly session: PageSession;
  readonly targetId: string;
  readonly frameId: string;
  readonly browserContextId: string;
  readonly network: NetworkSession;
  /** Returns the session of a frame that Chromium attached (`Target.attachedToTarget`). */
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
    /** Present for a remote browser, with the protections that cannot be enforced for its pages. */
    readonly remote?: { readonly unguarded: NonNullable<Receipt['browser']>['unguarded'] };
  };
  /** The result of `countScriptRequests`, if it was called before a render requested the page. */
  readonly scriptEvent?: string;
  /** Present if requested and supported: then `Page.captureScreenshot` never responds. */
  readonly frameControl?: FrameControl;
  /** Opens another blank page in its own context without network; it closes with this lease. */
  openSibling(): Promise<Lease>;
  /** Settles when the page or its browser dies; never rejects. */
  readonly lost: Promise<LeaseLoss>;
  /** Returns the cookies of its context. */
  cookies(): Promise<StateCookie[]>;
  /**
   * Returns the cookies of its context, and local storage and databases of the origins that it had.
   * @param withEmpty - true to include the origin of the page if its restored storage is empty now
   */
  storageState(withEmpty?: boolean): Promise<PageState>;
  /**
   * Creates the databases of origins, before the page shows one of them.
   * @returns the problems: clauses with the databases as their subject
   */
  restoreDatabases(origins: readonly OriginState[]): Promise<string[]>;
  /** Returns the puppeteer `Page`, created on first use. */
  puppeteerPage(): Promise<unknown>;
  /**
   * Closes the context in the background, for a limited time.
   * @param isReusable - true if the page may be cleaned instead, for {@link AcquireOptions.tab}
   */
  release(isReusable?: boolean): void;
}

/** Properties of the page to acquire. */
export interface AcquireOptions {
  /** True to render on a graphics card. */
  gpu: boolean;
  /** Ends the wait. */
  signal: AbortSignal;
  /** True to get {@link Lease.frameControl}, if the browser supports it. */
  frameControl?: boolean;
  /** Key of the renders that may use one page, one after the other. Default: a fresh context. */
  tab?: string;
}

/** Source of pages. */
export interface BrowserSource {
  /** Number of pages provided concurrently; further requests wait. Absent if unknown. */
  readonly concurrency?: number;
  /** Returns a page once a slot is free. Rejects only with `RenderError`. */
  acquire(options: AcquireOptions): Promise<Lease>;
  /** Starts a browser before the first request. */
  start?(): Promise<void>;
  stop(): Promise<void>;
}
