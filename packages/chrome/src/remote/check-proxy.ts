import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '@tintype/core';
import { callOf } from '@tintype/core/page';
import { pageCode } from '../page-code.ts';
import type { ChromeBrowser } from '../pool/browser-and-page.ts';

/** Only the egress proxy can resolve this host. */
const host = 'reach.tintype.localhost';

const boundMs = 5000;
const gatherBoundMs = 2000;

/**
 * Lets the browser load a page that only the egress proxy serves. Returns whether it blocks UDP,
 * which no proxy sees: a page tests WebRTC.
 * @throws Error if it does not receive the page: then it reaches nothing, or bypasses the proxy
 */
export async function checkProxy(browser: ChromeBrowser): Promise<boolean> {
  const page = await browser.openPage();
  const lease = page.lease(() => {});
  try {
    let asked = false;
    lease.network.serve(host, () => {
      asked = true;
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    });
    const going = lease.session.send('Page.navigate', { url: `http://${host}/` }).then(
      ({ errorText }) => errorText,
      (error: Error) => error.message,
    );
    const failure = await Promise.race([
      going,
      delay(boundMs, `no answer within ${boundMs / 1000} s`, { ref: false }),
    ]);
    if (asked && !failure) return await keepsUdp(lease.session);
    throw new Error(
      `it does not reach the egress proxy of this machine (${failure ?? 'it goes past it'})`,
    );
  } finally {
    lease.release();
  }
}

async function keepsUdp(session: CdpSession): Promise<boolean> {
  const asked = session.send('Runtime.evaluate', {
    expression: callOf(pageCode.gathersUdp, gatherBoundMs),
    awaitPromise: true,
    returnByValue: true,
  });
  const answer = await Promise.race([asked, delay(boundMs, undefined, { ref: false })]);
  return answer?.result.value === false;
}
