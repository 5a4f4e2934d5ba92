import type { RenderRequest } from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';
import type { LoadedPage } from '../load/load-page.ts';
import type { SettledDocument } from '../load/settle/in-page/settle-page.ts';
import type { PageHandle } from '../page/page-handle.ts';
import type { Captured, RenderContext } from '../types.ts';
import { findBlank } from './find-blank.ts';
import type { PageSignals } from './in-page/inspect-page.ts';
import { findWall } from './wall/find-wall.ts';
import { syntheticHost } from '../browser-source.ts';
import type { PageWork } from '../page/page-work.ts';
import { otherScripts } from './watch-page.ts';

/** Inputs of a receipt. */
export interface Observed {
  settled: SettledDocument;
  /** Undefined if the page could not be read. */
  signals: PageSignals | undefined;
  /** True if the page kept growing while it was scrolled. */
  isGrowing: boolean;
  /** True if it did not stop moving. */
  isMoving: boolean;
}

/** Records the signals of the page, and returns a function that writes the receipt. */
export function noteReceipt(
  { page, request, context, session: own }: PageWork,
  loaded: Pick<LoadedPage, 'redirects' | 'steps'>,
  { settled, signals, isGrowing, isMoving }: Observed,
): (captured: Captured) => Promise<Receipt> {
  const isServed = URL.canParse(settled.url) && new URL(settled.url).hostname !== syntheticHost;
  const status = isServed ? settled.status : 0;
  const redirects = loaded.redirects();
  // A login that shows after secrets were filled in is a wall, even if its page was requested.
  const isRequested = request.html === undefined && request.secrets === undefined;
  const requested = isRequested ? request.url : undefined;
  const wall = signals && findWall(signals, { status, url: settled.url, requested });
  const session = own?.receiptFor(wall);
  const glyphs = warnOfGlyphs(signals, context);
  const requests = requestsOf(page, signals);
  const { remote } = page.lease.browser;
  const received = page.lease.network.bytesReceived;
  return async (captured) => {
    const blank = await findBlank(signals, page.needs, captured);
    return {
      ...(status > 0 && { status }),
      ...(redirects.length > 0 && { redirects }),
      ...(blank && { blank }),
      ...(wall && { wall }),
      ...(signals && partsOf(signals, request)),
      ...(glyphs.length > 0 && { glyphs }),
      requests,
      ...(captured.ignored && { ignored: captured.ignored }),
      ...(isGrowing && { cut: 'growing' as const }),
      bytes: { result: captured.body.byteLength, received },
      settled: {
        waited: waitedFor(request),
        ...(settled.missing.length > 0 && { missing: settled.missing }),
        ...(isMoving && { moving: true as const }),
      },
      ...(loaded.steps.length > 0 && { steps: [...loaded.steps] }),
      ...(session && { session }),
      ...(remote && { browser: { remote: true as const, unguarded: [...remote.unguarded] } }),
      ...(signals === undefined && { incomplete: true as const }),
    };
  };
}

function partsOf(
  { images, fonts, errors }: PageSignals,
  request: RenderRequest,
): Pick<Receipt, 'images' | 'fonts' | 'console'> {
  const { broken, loading, lazy, first } = images;
  // Resources that the request blocks are not broken.
  const blocked: readonly string[] = request.block_ressources ?? [];
  const hasImages = !blocked.includes('image') && broken + loading + lazy > 0;
  return {
    ...(hasImages && {
      images: {
        broken,
        loading,
        lazy,
        ...(first.length > 0 && { first: first.map(withoutUser) }),
      },
    }),
    ...(fonts.count > 0 && !blocked.includes('font') && { fonts }),
    ...(errors.count > 0 && { console: errors }),
  };
}

/** Removes credentials from a URL, which may be truncated. */
function withoutUser(address: string): string {
  return address.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
}

function requestsOf(
  page: PageHandle,
  signals: PageSignals | undefined,
): NonNullable<Receipt['requests']> {
  const { failures } = page.lease.network;
  const refused = failures.filter(({ kind }) => kind === 'denied').length;
  const { made = 1, failed = 0 } = signals?.requests ?? {};
  return { made, failed: failed + failures.length - refused, refused, blocked: 0 };
}

/** Parameters that add a wait. */
const waits = ['wait_for_selector', 'wait_for_function', 'delay'] as const;

function waitedFor(request: RenderRequest): string[] {
  return [...request.wait_until, ...waits.filter((name) => Boolean(request[name]))];
}

/** Warns of letters that the page shows as boxes, and returns the names of their scripts. */
function warnOfGlyphs(
  signals: Pick<PageSignals, 'letters'> | undefined,
  context: Pick<RenderContext, 'warn'>,
): string[] {
  const missing = otherScripts.filter((_script, index) => signals?.letters.includes(index));
  const scripts = missing.map(({ script }) => script);
  if (scripts.length === 0) return [];
  const packages = [...new Set(missing.map(({ package: name }) => name))];
  context.warn(
    `No font of this machine has ${scripts.join(', ')}: the page shows boxes instead. On Debian and Ubuntu: apt-get install ${packages.join(' ')}.`,
  );
  return scripts;
}
