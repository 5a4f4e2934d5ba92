import { createRemoteSource } from '@tintype/chrome';
import { createEgress, type Egress } from '@tintype/egress';
import type { Environment } from '../../environment.ts';
import { egressOptions } from '../../part-options.ts';
import { failureMessage } from '../output/failure-message.ts';
import type { DoctorCheck } from '@tintype/contract/wire';

const NAME = 'Browser';
const START_IT = 'start it with --remote-debugging-port; see docs/remote-browsers.md';
const KEEP_UDP =
  'start it with --force-webrtc-ip-handling-policy=disable_non_proxied_udp (headless shell), or --webrtc-ip-handling-policy=disable_non_proxied_udp';

/**
 * Connects to each remote browser: checks whether it provides a page that uses the egress proxy,
 * its version, and its latency.
 */
export async function checkRemotes(
  browsers: readonly string[],
  environment: Environment,
): Promise<DoctorCheck[]> {
  const egress = createEgress(egressOptions({}, environment));
  // A connection to a browser does not keep Node alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    const checks = await Promise.all(browsers.map((browser) => checkRemote(browser, egress)));
    // Without one of several, renders still work.
    const works = checks.some(({ state }) => state !== 'missing');
    return checks.map((check) =>
      works && check.state === 'missing' ? { ...check, state: 'warning' } : check,
    );
  } finally {
    clearInterval(alive);
    await egress.close();
  }
}

async function checkRemote(browser: string, egress: Egress): Promise<DoctorCheck> {
  const source = createRemoteSource({ egress, browsers: [browser], pagesPerBrowser: 1 });
  const [{ name: place } = { name: '' }] = source.remotes;
  try {
    const { signal } = new AbortController();
    const lease = await source.acquire({ gpu: false, signal });
    const startMs = performance.now();
    const { product } = await lease.browser.session.send('Browser.getVersion');
    const answeredMs = Math.ceil(performance.now() - startMs);
    const sendsUdp = lease.browser.remote?.unguarded.includes('udp');
    lease.release();
    const text = `${product}, ${place} (remote), answers in ${answeredMs} ms`;
    if (!sendsUdp) return { name: NAME, state: 'ok', text };
    return {
      name: NAME,
      state: 'warning',
      text: `${text}: sends UDP past the proxy`,
      fix: KEEP_UDP,
    };
  } catch (error) {
    const [{ failure = failureMessage(error) } = {}] = source.remotes;
    return { name: NAME, state: 'missing', text: `${place}: ${failure}`, fix: START_IT };
  } finally {
    await source.stop();
  }
}
