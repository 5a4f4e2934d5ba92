import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { RenderError } from '@tintype/contract';
import { createEgress } from '@tintype/egress';
import { until } from '@tintype/testkit/until';
import { generate } from 'selfsigned';
import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { createLab, settled } from './fixtures/lab.ts';
import { startReceiver } from './fixtures/receiver.ts';
import { retryDelaysMs } from './retry-schedule.ts';

const isDelivered = ({ state }: { state: string }) => state === 'delivered';
const isFailed = ({ state }: { state: string }) => state === 'failed';

t.test('a signed delivery, as a receiver verifies it', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  const id = await lab.finish(receiver.url);
  lab.deliverer.start();
  await receiver.until(1);
  const { headers = {}, body = '', path } = receiver.received[0] ?? {};

  t.equal(path, '/hook');
  t.equal(headers['content-type'], 'application/json');
  t.equal(headers['webhook-id'], id);
  t.equal(headers['x-tintype-request-id'], (await lab.delivery(id)).requestId);
  const { secretKey } = lab.keys;
  const whsec = `whsec_${Buffer.from(secretKey).toString('base64')}`;
  const flat = headers as Record<string, string>;
  const verified = new Webhook(whsec).verify(body, flat) as Record<string, unknown>;
  t.same(Object.keys(verified), ['id', 'file', 'expires', 'created']);
  t.throws(() => new Webhook(whsec).verify(`${body} `, flat), /signature/);
  t.throws(() => new Webhook('whsec_AAAA').verify(body, flat), /signature/);
  const hex = createHmac('sha256', secretKey).update(body).digest('hex');
  t.equal(headers['x-tintype-webhook-signature'], hex);

  const delivery = await settled(lab, id, isDelivered);
  t.match(delivery, { attempts: 1, lastStatus: 204 });
  t.same(lab.warnings, []);
});

t.test('during an overlap of keys, a receiver with either of them verifies', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  const overlapMs = 60_000;
  const next = await lab.store.accounts.rotate(lab.account.id, 'secret', { overlapMs });
  await lab.finish(receiver.url);
  lab.deliverer.start();
  await receiver.until(1);
  lab.pass(overlapMs);
  await lab.finish(receiver.url);
  lab.deliverer.wake();
  await receiver.until(2);
  const verify = (at: number, key = '') => {
    const { headers = {}, body = '' } = receiver.received[at] ?? {};
    const whsec = `whsec_${Buffer.from(key).toString('base64')}`;
    return new Webhook(whsec).verify(body, headers as Record<string, string>);
  };
  t.ok(verify(0, lab.keys.secretKey));
  t.ok(verify(0, next?.secretKey));
  t.throws(() => verify(1, lab.keys.secretKey), /signature/, 'the overlap is over');
  t.ok(verify(1, next?.secretKey));
  const { headers = {}, body = '' } = receiver.received[0] ?? {};
  const hex = createHmac('sha256', next?.secretKey ?? '')
    .update(body)
    .digest('hex');
  t.equal(headers['x-tintype-webhook-signature'], hex, 'the other header has room for one');
});

t.test('an unsigned delivery has id and timestamp, and no signature', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  const id = await lab.finish(receiver.url, false);
  lab.deliverer.start();
  await receiver.until(1);
  const { headers = {} } = receiver.received[0] ?? {};
  t.equal(headers['webhook-id'], id);
  t.match(headers['webhook-timestamp'], /^[0-9]{10}$/);
  t.notOk('webhook-signature' in headers);
  t.notOk('x-tintype-webhook-signature' in headers);
});

t.test('retries a failing receiver by the schedule, under one id, then gives up', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  receiver.answer((response) => response.writeHead(500).end('no'));
  const id = await lab.finish(receiver.url);
  lab.deliverer.start();
  for (const [at, delayMs] of retryDelaysMs.entries()) {
    if (at > 0) {
      const { nextAttemptAt = 0 } = await settled(lab, id, ({ lastStatus }) => lastStatus === 500);
      const waitMs = nextAttemptAt - lab.now();
      t.ok(waitMs <= delayMs && waitMs > delayMs - 5_000, `attempt ${at + 1} after ${delayMs} ms`);
      if (delayMs > 10_000) {
        lab.pass(delayMs - 6_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
        t.equal(receiver.received.length, at, 'not sooner');
        lab.pass(6_000);
      } else lab.pass(delayMs);
    }
    await lab.attempts(at + 1);
    await settled(lab, id, ({ attempts, nextAttemptAt = Infinity, state }) =>
      state === 'failed' ? true : attempts === at + 1 && nextAttemptAt > lab.now(),
    );
  }
  const delivery = await settled(lab, id, isFailed);
  t.match(delivery, { attempts: 8, lastStatus: 500, lastError: /answered 500/ });
  t.equal(receiver.received.length, 8);
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  t.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  t.ok((stamps.at(-1) ?? 0) - (stamps[0] ?? 0) > 27 * 3_600, 'each attempt has its own instant');

  t.ok(await lab.store.outbox.retry(id));
  receiver.answer((response) => response.writeHead(200).end('ok'));
  lab.deliverer.wake();
  t.match(await settled(lab, id, isDelivered), { attempts: 1 }, 'and can be repeated');
});

t.test('a delivery with a bound of its own is given up sooner', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  receiver.answer((response) => response.writeHead(500).end());
  const denied = new RenderError('target_denied').toBody();
  const unknown = new RenderError('dns_failed').toBody();
  const once = await lab.fail(receiver.url, denied);
  lab.deliverer.start();
  t.match(await settled(lab, once, isFailed), { attempts: 1, lastStatus: 500 });
  const thrice = await lab.fail(receiver.url, unknown);
  lab.deliverer.wake();
  for (const attempts of [1, 2]) {
    // While an attempt is under way, the end of its lease is later than now, too.
    await lab.attempts(1 + attempts);
    await settled(
      lab,
      thrice,
      (delivery) =>
        delivery.attempts === attempts &&
        delivery.lastStatus === 500 &&
        (delivery.nextAttemptAt ?? 0) > lab.now(),
    );
    lab.pass(5 * 60_000);
  }
  t.match(await settled(lab, thrice, isFailed), { attempts: 3 });
  t.equal(receiver.received.length, 4);
});

t.test('what answers mean', async (t) => {
  const lab = await createLab(t);
  const elsewhere = await startReceiver(t);
  const cases: [string, number, Record<string, string>, object, [number, number]?][] = [
    ['200', 200, {}, { state: 'delivered', lastStatus: 200 }],
    ['299', 299, {}, { state: 'delivered' }],
    ['302', 302, { location: elsewhere.url }, { lastError: /redirects are not/ }, [0, 5]],
    ['404', 404, {}, { state: 'pending', lastStatus: 404 }, [0, 5]],
    ['410', 410, {}, { state: 'failed', lastStatus: 410, lastError: /wants no more/ }],
    ['429', 429, { 'retry-after': '120' }, { state: 'pending' }, [100, 120]],
    ['503', 503, { 'retry-after': '9999999' }, { state: 'pending' }, [35_900, 36_000]],
    ['500', 500, { 'retry-after': '120' }, { state: 'pending' }, [0, 5]],
  ];
  lab.deliverer.start();
  for (const [title, status, headers, expected, wait] of cases) {
    const receiver = await startReceiver(t);
    receiver.answer((response) => response.writeHead(status, headers).end());
    const id = await lab.finish(receiver.url);
    lab.deliverer.wake();
    const delivery = await settled(lab, id, ({ lastStatus }) => lastStatus !== undefined);
    t.match(delivery, expected, title);
    if (wait) {
      const waitS = ((delivery.nextAttemptAt ?? 0) - lab.now()) / 1000;
      t.ok(waitS > wait[0] && waitS <= wait[1], `${title}: again in ${wait[1]} s`);
    }
  }
  t.equal(elsewhere.received.length, 0);
});

t.test('slow, silent, huge and broken answers', async (t) => {
  const lab = await createLab(t, { timeoutMs: 500 });
  lab.deliverer.start();
  const endless = await startReceiver(t);
  let sent = 0;
  endless.answer((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
    };
    response.on('drain', more);
    more();
  });
  const dripping = await startReceiver(t);
  dripping.answer((response) => {
    response.writeHead(202).write('a');
  });
  const headless = await startReceiver(t);
  headless.answer(() => {});
  const broken = await startReceiver(t);
  broken.answer((_response, request) => request.socket.end('220 no HTTP here\r\n\r\n'));
  let interim = 0;
  const hinting = await startReceiver(t);
  hinting.answer(({ socket }) => {
    const more = () => {
      while (!socket!.destroyed && socket!.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)))
        interim += 100;
    };
    socket!.on('drain', more);
    more();
  });
  let framing = 0;
  const framed = await startReceiver(t);
  framed.answer(({ socket }) => {
    socket!.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = `1;${'x'.repeat(8_000)}\r\nx\r\n`;
    const more = () => {
      while (!socket!.destroyed && socket!.write(piece)) framing += piece.length;
    };
    socket!.on('drain', more);
    more();
  });
  const cut = await startReceiver(t);
  cut.answer((_response, request) => request.socket.destroy());

  const expected: [string, string, object][] = [
    ['endless', endless.url, { state: 'delivered' }],
    ['dripping', dripping.url, { state: 'delivered', lastStatus: 202 }],
    ['headless', headless.url, { state: 'pending', lastError: 'no answer within 0.5 s' }],
    ['broken', broken.url, { state: 'pending', lastError: /does not answer in HTTP/ }],
    ['hinting', hinting.url, { state: 'pending', lastError: /more than 16 interim answers$/ }],
    ['framed', framed.url, { state: 'delivered' }],
    ['cut', cut.url, { state: 'pending', lastError: /reset the connection/ }],
  ];
  for (const [title, url, outcome] of expected) {
    const id = await lab.finish(url);
    lab.deliverer.wake();
    const isOver = ({ state, lastError }: { state: string; lastError?: string }) =>
      state !== 'pending' || lastError !== undefined;
    t.match(await settled(lab, id, isOver), outcome, title);
  }
  t.ok(sent < 20_000_000, `an endless answer is left: ${sent} bytes had gone out`);
  t.ok(interim < 400_000, `so are answers before the answer: ${interim} had gone out`);
  t.ok(framing < 20_000_000, `and what frames a body: ${framing} bytes had gone out`);
});

t.test('https, with an authority of one', async (t) => {
  const made = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const receiver = await startReceiver(t, { tls: { key: made.private, cert: made.cert } });
  const trusting = await createLab(t, { ca: [made.cert], allowHttp: false });
  trusting.deliverer.start();
  const id = await trusting.finish(receiver.url);
  trusting.deliverer.wake();
  t.match(await settled(trusting, id, isDelivered), { lastStatus: 204 });
  t.test('trusts a proxy only if configured', async (t) => {
    const lab = await createLab(t, { allowHttp: false });
    lab.deliverer.start();
    const refused = await lab.finish(receiver.url);
    lab.deliverer.wake();
    const delivery = await settled(lab, refused, ({ lastError }) => lastError !== undefined);
    t.match(delivery, { state: 'pending', lastError: /no safe connection/ });
    t.equal(receiver.received.length, 1);
  });
});

t.test('plain http and private addresses only when allowed', async (t) => {
  const receiver = await startReceiver(t);
  const strict = await createLab(t, { allowHttp: false });
  strict.deliverer.start();
  const first = await strict.finish(receiver.url);
  strict.deliverer.wake();
  const isTold = ({ lastError }: { lastError?: string }) => lastError !== undefined;
  t.match(await settled(strict, first, isTold), { lastError: 'webhooks go to https only' });
  t.test('the egress proxy decides', async (t) => {
    const restricted = await createLab(t, { egress: createEgress() });
    restricted.deliverer.start();
    const second = await restricted.finish(receiver.url);
    restricted.deliverer.wake();
    t.match(await settled(restricted, second, isTold), { lastError: /127.0.0.1 is an address/ });
  });
  t.equal(receiver.received.length, 0);
});

t.test('a dead host delays no other', async (t) => {
  const lab = await createLab(t, { concurrency: 8, perHost: 2, timeoutMs: 120_000, drainMs: 0 });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.9', resolve));
  t.teardown(() => silent.close());
  const dead = `http://127.0.0.9:${(silent.address() as AddressInfo).port}/hook`;
  const deadIds: string[] = [];
  for (let at = 0; at < 30; at += 1) deadIds.push(await lab.finish(dead));
  const receiver = await startReceiver(t);
  for (let at = 0; at < 20; at += 1) await lab.finish(receiver.url);
  lab.deliverer.start();
  await receiver.until(20);
  await lab.attempts(20);
  const counts = async () =>
    (await lab.store.outbox.list({ limit: 100 })).filter(
      ({ url, attempts }) => url === dead && attempts > 0,
    ).length;
  t.equal(await counts(), 2, 'no more than two connections to the dead host');

  await lab.deliverer.stop();
  t.equal(await counts(), 0, 'what was under way was put back, and not counted as an attempt');
});

t.test('an account with many dead hosts delays no other account', async (t) => {
  const bounds = { concurrency: 8, perAccount: 6, perHost: 4 };
  const lab = await createLab(t, { ...bounds, timeoutMs: 120_000, drainMs: 0 });
  for (let at = 1; at <= 64; at += 1) {
    const silent = createServer(() => {});
    const host = `127.0.1.${at}`;
    await new Promise<void>((resolve) => silent.listen(0, host, resolve));
    t.teardown(() => silent.close());
    await lab.finish(`http://${host}:${(silent.address() as AddressInfo).port}/hook`);
  }
  lab.deliverer.start();
  const underWay = async () =>
    (await lab.store.outbox.list({ limit: 1_000 })).filter(
      ({ accountId, attempts }) => accountId === lab.account.id && attempts > 0,
    ).length;
  await until(async () => (await underWay()) >= 6);

  const { account: other } = await lab.store.accounts.create({ name: 'other', plan: 'free' });
  const receiver = await startReceiver(t);
  for (let at = 0; at < 20; at += 1) await lab.finish(receiver.url, false, other.id);
  lab.deliverer.wake();
  await receiver.until(20);
  t.equal(
    await underWay(),
    6,
    'none of the hostile ones has ended meanwhile, and none was started',
  );
});

t.test('stop waits for what is about to end', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  receiver.answer((response) => void setTimeout(() => response.writeHead(200).end(), 300));
  const id = await lab.finish(receiver.url);
  lab.deliverer.start();
  await receiver.until(1);
  await lab.deliverer.stop();
  t.match(await lab.delivery(id), { state: 'delivered', attempts: 1 });
  await lab.deliverer.stop();
  lab.deliverer.start();
  const again = await lab.finish(receiver.url);
  lab.deliverer.wake();
  await settled(lab, again, isDelivered);
});

t.test('an account that is gone', async (t) => {
  const lab = await createLab(t);
  const receiver = await startReceiver(t);
  const signed = await lab.finish(receiver.url);
  const unsigned = await lab.finish(receiver.url, false);
  await lab.store.accounts.revoke(lab.account.id);
  lab.deliverer.start();
  t.match(await settled(lab, signed, isFailed), { lastError: /no secret key any more/ });
  await settled(lab, unsigned, isDelivered);
  t.equal(receiver.received.length, 1);
});

t.test('a store that fails stops nothing', async (t) => {
  const lab = await createLab(t);
  const { outbox } = lab.store;
  const { claimDue } = outbox;
  let asked = 0;
  outbox.claimDue = async () => {
    asked += 1;
    throw new Error('the disk is full');
  };
  lab.deliverer.start();
  await until(() => asked !== 0);
  outbox.claimDue = claimDue;
  const receiver = await startReceiver(t);
  const id = await lab.finish(receiver.url);
  lab.deliverer.wake();
  await settled(lab, id, isDelivered);
  t.match(lab.warnings, [/outbox could not be read.*the disk is full/]);
});
