import type { BrowserState } from '@tintype/contract';
import type { CdpSession, Lease, LeaseLoss } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';

export interface ChromeBrowser {
  readonly product: string;
  readonly userAgent: string;
  readonly warnings: readonly string[];
  /** Present where it runs elsewhere. */
  readonly remote?: NonNullable<Lease['browser']['remote']>;
  readonly session: CdpSession;
  readonly router: CdpRouter;
  readonly state: BrowserState;
  /** Adds a sentence to {@link ChromeBrowser.warnings}. */
  warn(message: string): void;
  /** Opens no new pages, and closes with its last page. */
  readonly retired: boolean;
  /** Nothing more can be said to it, and nothing is heard of it. */
  readonly disconnected: boolean;
  /** Resolves when all its processes and its profile are gone. */
  readonly closed: Promise<void>;
  /** Opens a blank page in a fresh context. */
  openPage(options?: OpenPageOptions): Promise<WarmPage>;
  /** Waits for running renders, then closes. */
  retire(): void;
  close(): Promise<void>;
}

/** See {@link ChromeBrowser.openPage}. */
export interface OpenPageOptions {
  /** The page shows frames on command. */
  frameControl?: boolean;
  /** The page can no longer be used and is not leased. */
  onGone?(): void;
  /** The context of the page is gone; if it could not be closed, the browser is retired. */
  onClosed?(): void;
}

/** A blank page in a context of its own, ready for a render. */
export interface WarmPage {
  readonly targetId: string;
  readonly browserContextId: string;
  /** The process that it was opened in, where it is known. */
  readonly processId: number | undefined;
  readonly browser: ChromeBrowser;
  /** True if it, or its browser, crashed. */
  readonly isLost: boolean;
  /** True if it can still be used. */
  readonly usable: boolean;
  /** True if another render may use it, once it is clean: nothing was opened beside it. */
  readonly isReusable: boolean;
  /** True if a render uses it. */
  readonly leased: boolean;
  /**
   * Hands it to a render.
   * @param onRelease - called with whether it is kept
   * @param keep - called when the render allows to clean it for another one, instead of closing it
   */
  lease(onRelease: (isKept: boolean) => void, keep?: () => void): Lease;
  /** Removes what a render left; closes the page if that is impossible, and resolves with false. */
  clean(): Promise<boolean>;
  closePopup(targetId: string): Promise<void>;
  lose(what: LeaseLoss['what'], reason: string): void;
  /** Closes the context, and its egress proxy at once. */
  close(): void;
}
