import { parseSession, RenderError } from '@tintype/contract';
import { unsavedReasons } from '@tintype/contract/headers';
import type { RenderOptions } from '@tintype/core';
import t from 'tap';
import { neverOpens, outcomeOf } from '../fixtures/job-context.ts';
import { createLab, type Lab } from '../fixtures/lab.ts';

const cookie = {
  name: 'sid',
  value: 's',
  domain: 'shop.example',
  path: '/',
  httpOnly: true,
  secure: true,
};
const login = { url: 'https://shop.example/login', steps: [{ press: 'Enter' }] };

/** A renderer that writes a cookie into the session, as a login does. */
const loggingIn = (end: () => void = () => {}) => ({
  renderer: {
    open: neverOpens,
    async render({ session }: { session?: string | undefined }, options?: RenderOptions) {
      const found = await options?.sessions?.read(session ?? '');
      if (!found) throw new RenderError('session_not_found');
      const state = { cookies: [...found.state.cookies, cookie], origins: [] };
      await options?.sessions?.write(session ?? '', state, found.version);
      end();
      return outcomeOf().result;
    },
  },
});

const submissionOf = ({ submission }: Lab, body: Record<string, unknown>) => {
  const { request: _, ...origin } = submission();
  return { ...origin, session: parseSession(body) };
};

t.test('a login fills a session of its own, which then gets its name', async (t) => {
  const lab = await createLab(t, loggingIn());
  const { pageSessions } = lab.store;
  const made = await lab.jobs.createSession(submissionOf(lab, { name: 'shop', login }));
  t.match(made, { name: 'shop', cookies: 1, hasLogin: true });
  t.match(await pageSessions.read(lab.account.id, 'shop'), {
    state: { cookies: [cookie] },
    login: { url: login.url, steps: [{ type: 'press' }] },
  });
  t.equal((await pageSessions.list(lab.account.id)).length, 1);
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
});

t.test('a login that fails leaves what there was', async (t) => {
  const fail = () => {
    throw new RenderError('step_failed');
  };
  const lab = await createLab(t, loggingIn(fail));
  const { pageSessions } = lab.store;
  const storage_state = { cookies: [], origins: [] };
  await lab.jobs.createSession(submissionOf(lab, { name: 'shop', storage_state }));
  const before = await pageSessions.read(lab.account.id, 'shop');
  const again = lab.jobs.createSession(submissionOf(lab, { name: 'shop', login }));
  await t.rejects(again, { code: 'step_failed' });
  t.same(await pageSessions.read(lab.account.id, 'shop'), before);
});

t.test('a login whose state was not stored leaves what there was', async (t) => {
  for (const [reason, code] of [
    ['too_large', 'payload_too_large'],
    ['unread', 'storage_failed'],
  ] as const) {
    const lab = await createLab(t, {
      renderer: {
        open: neverOpens,
        async render({ session }: { session?: string | undefined }) {
          const { result } = outcomeOf();
          const receipt = {
            session: { name: session ?? '', used: true as const, unsaved: reason },
          };
          return { ...result, receipt: { ...result.receipt, ...receipt } };
        },
      },
    });
    const { pageSessions } = lab.store;
    const storage_state = { cookies: [cookie], origins: [] };
    await lab.jobs.createSession(submissionOf(lab, { name: 'shop', storage_state }));
    const before = await pageSessions.read(lab.account.id, 'shop');
    const again = lab.jobs.createSession(submissionOf(lab, { name: 'shop', login }));
    const message = `After the login, the session shop was not stored: ${unsavedReasons[reason]}.`;
    await t.rejects(again, { code, message });
    t.same(await pageSessions.read(lab.account.id, 'shop'), before);
  }
});

t.test('a login that keeps nothing makes an empty session', async (t) => {
  const lab = await createLab(t);
  const made = await lab.jobs.createSession(submissionOf(lab, { name: 'shop', login }));
  t.match(made, { cookies: 0, hasLogin: true });
});

t.test('a session lasts as long as it says, or as the service does', async (t) => {
  const lab = await createLab(t, { sessionTtlMs: 5_000 });
  const storage_state = { cookies: [], origins: [] };
  const own = submissionOf(lab, { name: 'own', storage_state, ttl: 60 });
  const usual = submissionOf(lab, { name: 'usual', storage_state });
  const [one, other] = [await lab.jobs.createSession(own), await lab.jobs.createSession(usual)];
  t.equal(one.expiresAt - one.usedAt, 60_000);
  t.equal(other.expiresAt - other.usedAt, 5_000);
});
