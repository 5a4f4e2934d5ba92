import { createEgress } from '@tintype/egress';
import { until } from '@tintype/testkit/until';
import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import type { CdpMessage } from '../protocol/cdp-binary.ts';
import { createChromeBrowser } from './chrome-browser.ts';
import type { ChromeProcess } from '../launch/launch-chrome.ts';
import type { MessagePipe } from '../protocol/message-pipe.ts';

/** A browser whose answers the test gives: nothing but the first, unless `answer` knows one. */
async function opened(answer: (message: CdpMessage) => Record<string, unknown> | undefined) {
  const egress = createEgress();
  const ports: string[] = [];
  const exit = Promise.withResolvers<{ code: number; signal: null }>();
  const sent: CdpMessage[] = [];
  const pipe: MessagePipe = {
    closed: false,
    send(message) {
      sent.push(message);
      const { id = 0, params } = message;
      if (params?.['proxyServer']) ports.push(String(params['proxyServer']));
      const result = message.method === 'Target.setDiscoverTargets' ? {} : answer(message);
      if (result) setImmediate(() => pipe.onmessage?.({ id, result }, 1));
    },
    onmessage: undefined,
    onlost: undefined,
    onclose: undefined,
    close() {},
  };
  const running = {
    pid: 0,
    pipe,
    version: { product: '', userAgent: '' },
    exited: exit.promise,
    async kill() {
      exit.resolve({ code: 0, signal: null });
    },
    flavour: 'headless-shell',
    warnings: [],
  } as unknown as ChromeProcess;
  const limits = {
    maxPages: 9,
    maxAgeMs: 1e9,
    maxMemoryBytes: 1e12,
    maxOpenMs: 150,
    maxPageBytes: 1e9,
  };
  const browser = await createChromeBrowser(running, egress, limits);
  t.teardown(async () => {
    await browser.close();
    await egress.close();
  });
  return { browser, sent, pipe, egress, ports };
}

const asked = (sent: readonly CdpMessage[], method: string) =>
  sent.filter((message) => message.method === method);

const isFree = async (proxyServer: string | undefined) => {
  const { createServer } = await import('node:net');
  const server = createServer();
  return new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(Number(new URL(proxyServer ?? '').port), '127.0.0.1', () =>
      server.close(() => resolve(true)),
    );
  });
};

for (const silent of [
  'Target.createBrowserContext',
  'Target.createTarget',
  'Target.attachToTarget',
]) {
  t.test(`a browser that does not answer ${silent} is given up`, async (t) => {
    const { browser, sent } = await opened(({ method }) => {
      if (method === silent) return undefined;
      if (method === 'Target.createBrowserContext') return { browserContextId: 'C' };
      return method === 'Target.createTarget' ? { targetId: 'T' } : {};
    });
    await t.rejects(browser.openPage(), {
      code: 'browser_unavailable',
      message: 'The browser did not open a page within 0.15 s.',
    });
    t.equal(asked(sent, silent).length, 1);
  });
}

t.test('the port of a page stays its own until the context is gone', async (t) => {
  const { browser, sent, pipe, ports } = await opened(() => undefined);
  await t.rejects(browser.openPage());
  t.equal(await isFree(ports[0]), false, 'a context may come of it yet');
  const [late] = asked(sent, 'Target.createBrowserContext');
  pipe.onmessage?.({ id: late?.id ?? 0, result: { browserContextId: 'LATE' } }, 1);
  await tick();
  const [target] = asked(sent, 'Target.createTarget');
  pipe.onmessage?.({ id: target?.id ?? 0, error: { message: 'no' } }, 1);
  await tick();
  t.match(asked(sent, 'Target.disposeBrowserContext'), [{ params: { browserContextId: 'LATE' } }]);
  t.equal(await isFree(ports[0]), false);
  await browser.close();
  await until(() => isFree(ports[0]));
});
