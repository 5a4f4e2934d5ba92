import { setTimeout as delay } from 'node:timers/promises';
import type { ChromeBrowser } from '../pool/browser-and-page.ts';

/** Nobody but the egress proxy knows this host. */
const host = 'reach.tintype.localhost';

const boundMs = 5000;

/**
 * Lets the browser load a page that only the egress proxy has.
 * @throws Error when it does not get it: then it reaches nothing, or goes past the proxy
 */
export async function checkProxy(browser: ChromeBrowser): Promise<void> {
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
    if (asked && !failure) return;
    throw new Error(
      `it does not reach the egress proxy of this machine (${failure ?? 'it goes past it'})`,
    );
  } finally {
    lease.release();
  }
}
