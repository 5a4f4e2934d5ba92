import { inDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

/** As many are rendered at least; more would only take longer. */
const maxWaiting = 8;

t.test('many clients at once: 200 or 429, and nothing else', async (t) => {
  const clients = inDepth(t, 'a thousand clients') ? 1_000 : 150;
  const service = await createService(t, {
    limiter: { maxWaiting },
    // Clients share a process with the service: where cores are busy, they may take long to say
    // what they want.
    server: { limits: { headersTimeoutMs: 60_000 } },
  });
  const url = service.pages.page('/small', '<!doctype html><title>small</title><p>small');
  const accounts = await Promise.all(Array.from({ length: 8 }, () => service.account()));
  const wish = { url, viewport_width: 120, viewport_height: 80 };
  const first = await accounts[0]!.ask('/v1/screenshot', wish);
  t.equal(first.status, 200, 'a browser is there');
  await first.arrayBuffer();

  const answers = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const caller = accounts[index % accounts.length]!;
      // Equal ones of one account would be one render.
      const size = {
        viewport_width: 100 + (index % 50),
        viewport_height: 80 + Math.floor(index / 50),
      };
      const answer = await caller.ask('/v1/screenshot', { ...wish, ...size });
      const body = await answer.bytes();
      return { status: answer.status, headers: answer.headers, body };
    }),
  );

  const statuses = new Set(answers.map(({ status }) => status));
  t.same([...statuses].toSorted(), [200, 429]);
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(done.length >= maxWaiting, `${done.length} were rendered`);
  t.ok(refused.length >= 100, `${refused.length} were refused`);
  t.ok(
    done.every(({ body }) => body[0] === 0xff && body[1] === 0xd8),
    'every image is one',
  );
  for (const { headers, body } of refused) {
    const { code } = JSON.parse(Buffer.from(body).toString()) as { code: string };
    if (code === 'queue_full' && Number(headers.get('retry-after')) >= 1) continue;
    t.fail(`${code} with Retry-After ${headers.get('retry-after')}`);
  }
  const ids = new Set(answers.map(({ headers }) => headers.get('x-tintype-request-id')));
  t.equal(ids.size, clients, 'each has an id of its own');
  const used = await Promise.all(accounts.map((account) => account.used()));
  t.equal(
    used.reduce((sum, count) => sum + count, 0),
    done.length + 1,
    'what was rendered was counted, and nothing else',
  );
  await until(() => service.server.running === 0);
  t.same(service.limiter.depth, { running: 0, waiting: 0, waitingInBackground: 0 });
  t.equal((await accounts[0]!.ask('/v1/screenshot', wish)).status, 200, 'and it goes on');
});
