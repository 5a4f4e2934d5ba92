import { parseRequest, RenderError } from '@tintype/contract';
import t from 'tap';
import { createContext } from '../render/create-context.ts';
import type { OpenOptions, OpenPage, PageInput, SessionStore } from '../types.ts';
import { createLogins } from './logins.ts';

const version = 'a:1';
const store: SessionStore = {
  read: async () => ({
    state: { cookies: [], origins: [] },
    login: { url: 'https://a.example/', steps: [] },
    version,
  }),
  write: async () => true,
};

/** A renderer whose pages never open, unless their signal aborts. */
function createLab() {
  const opened: { input: PageInput; options: OpenOptions }[] = [];
  const logins = createLogins({
    open: (input: PageInput, options: OpenOptions = {}): Promise<OpenPage> => {
      opened.push({ input, options });
      const { promise, reject } = Promise.withResolvers<OpenPage>();
      options.signal?.addEventListener('abort', () => reject(new RenderError('cancelled')));
      return promise;
    },
  });
  const renew = (timeout: number) => {
    const parsed = parseRequest({ kind: 'screenshot', url: 'https://a.example/', timeout });
    const { context } = createContext(parsed, {});
    context.deadline.start();
    const { request } = parsed;
    const expired = { key: 'one', name: 'one', store, version, request, context, startedMs: 0 };
    const renewed = logins.renew(expired).catch((error: unknown) => RenderError.from(error).code);
    const end = () => {
      context.deadline.fail(new RenderError('timeout'));
      context.deadline.dispose();
    };
    return { renewed, end };
  };
  return { opened, renew };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

t.test('a login has the time of the render that starts it', async (t) => {
  const { opened, renew } = createLab();
  const { renewed, end } = renew(3);
  await soon();
  t.match(opened, [{ input: { timeout: 3 } }]);
  end();
  t.equal(await renewed, 'timeout');
});

t.test('a login ends when the last render that waits for it has ended', async (t) => {
  const { opened, renew } = createLab();
  const [one, two] = [renew(3), renew(60)];
  await soon();
  t.equal(opened.length, 1);
  const { signal } = opened[0]?.options ?? {};
  one.end();
  t.equal(await one.renewed, 'timeout');
  t.equal(signal?.aborted, false);
  two.end();
  t.equal(await two.renewed, 'timeout');
  t.equal(signal?.aborted, true);
});

t.test('a render does not wait for a login that was ended', async (t) => {
  const { opened, renew } = createLab();
  const first = renew(3);
  await soon();
  first.end();
  await first.renewed;
  const next = renew(3);
  await soon();
  await soon();
  t.equal(opened.length, 2);
  t.equal(opened[1]?.options.signal?.aborted, false);
  next.end();
  await next.renewed;
});
