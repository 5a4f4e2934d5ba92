import type { CdpSession } from '../browser-source.ts';
import { createTraffic } from './create-traffic.ts';
import type { Exchange } from './exchange.ts';

const mebibyte = 1_048_576;
/** Maximum size of one response body. */
const largestBody = 10 * mebibyte;
/** Maximum size of all bodies. */
const maxBytes = 50 * mebibyte;
/** Request bodies count too, and are recorded up to this size. */
const largestPost = 65_536;
const longestUrl = 8000;

/** Requests of a page, with their bodies. */
export interface TrafficRecord {
  /** Setting for the page and its frames, before they load anything. */
  readonly watch: (session: CdpSession) => Promise<unknown>;
  /** Waits for pending bodies, and returns the record. */
  read(): Promise<RecordedTraffic>;
  restart(): void;
}

export interface RecordedTraffic {
  exchanges: readonly Exchange[];
  /** Number of requests that were not recorded. */
  left: number;
}

export function recordTraffic(): TrafficRecord {
  const bodies = createBodies();
  const keep = {
    whole: true,
    url: (address: string) =>
      /^https?:/i.test(address) && address.length <= longestUrl ? address : undefined,
  };
  const traffic = createTraffic(keep, bodies.take);
  return {
    watch: (session) => {
      traffic.listen(session);
      return session.send('Network.enable', {
        maxPostDataSize: largestPost,
        // Chromium's limit counts two bytes per character, and some bodies twice.
        maxResourceBufferSize: 2 * largestBody,
        maxTotalBufferSize: 2 * maxBytes,
      });
    },
    async read() {
      await bodies.taken();
      return { exchanges: [...traffic.exchanges], left: traffic.left };
    },
    restart() {
      traffic.restart();
      bodies.restart();
    },
  };
}

/** Reads bodies as soon as they are complete: Chromium discards those of a replaced document. */
function createBodies() {
  const pending = new Set<Promise<void>>();
  let kept = 0;
  let round = 0;
  const read = async (exchange: Exchange, session: CdpSession, requestId: string) => {
    const own = round;
    // Concurrent bodies count before they are read.
    const expected = Math.min(exchange.bytes ?? 0, largestBody);
    kept += expected;
    const { body, base64Encoded } = await session
      .send('Network.getResponseBody', { requestId })
      .finally(() => {
        if (own === round) kept -= expected;
      });
    const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    if (own !== round) return;
    if (bytes.length > largestBody || kept + bytes.length > maxBytes) {
      exchange.isCut = true;
      return;
    }
    kept += bytes.length;
    exchange.body = { bytes, isText: !base64Encoded };
  };
  return {
    take(exchange: Exchange, session: CdpSession, requestId: string) {
      kept += exchange.sent.body?.length ?? 0;
      if ((exchange.bytes ?? 0) > largestBody || kept >= maxBytes) {
        exchange.isCut = true;
        return;
      }
      const work = read(exchange, session, requestId)
        .catch(() => void (exchange.isCut = hasBody(exchange)))
        .finally(() => pending.delete(work));
      pending.add(work);
    },
    async taken() {
      await Promise.all(pending);
    },
    restart() {
      round += 1;
      kept = 0;
      pending.clear();
    },
  };
}

function hasBody({ sent, received }: Exchange): boolean {
  const isHead = sent.method === 'HEAD' || sent.type === 'Preflight';
  return !isHead && ![204, 205, 304].includes(received?.status ?? 0);
}
