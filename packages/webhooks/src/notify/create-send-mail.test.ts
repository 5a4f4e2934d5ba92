import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { RenderError } from '@tintype/contract';
import { startMailServer } from '@tintype/testkit/mail-server';
import t from 'tap';
import { createLab, settled } from '../fixtures/lab.ts';
import { createSendMail } from './create-send-mail.ts';

const body = JSON.stringify({ subject: 'Changed: caf\u00e9', text: 'a\n', html: '<p>a</p>' });

const limits = () => ({ timeoutMs: 5_000, signal: new AbortController().signal, id: 'delivery-1' });

t.test('an e-mail of the outbox arrives, with credentials', async (t) => {
  const { received, url } = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === 'ann' && password === 'p@ss';
      done(isKnown ? null : new Error('no'), { user: 'ann' });
    },
  });
  const from = 'Tintype <monitor@t.example>';
  const sendMail = createSendMail({ url: url.replace('//', '//ann:p%40ss@'), from });
  const lab = await createLab(t, { sendMail });
  const request = {
    id: '0199aaaa-0000-7000-8000-00000000000a',
    accountId: lab.account.id,
    kind: 'screenshot' as const,
    parameters: {},
    baseUrl: 'https://t.example',
  };
  const { id: requestId, accountId } = request;
  const delivery = { accountId, requestId, url: 'mailto:bob%40example.com', signed: false, body };
  await lab.store.requests.recordFinished(
    request,
    { error: new RenderError('dns_failed').toBody() },
    delivery,
  );
  const [stored] = await lab.store.outbox.list({ limit: 1 });
  lab.deliverer.start();
  await settled(lab, stored?.id ?? '', ({ state }) => state === 'delivered');
  t.match(received, [{ from: 'monitor@t.example', to: ['bob@example.com'] }]);
  const { message } = received[0]!;
  t.match(message, /^From: Tintype <monitor@t\.example>\r$/m);
  t.match(message, /^To: <?bob@example\.com>?\r$/m);
  t.match(message, /^Subject: =\?UTF-8\?Q\?Changed=3A_caf=C3=A9\?=\r$/m);
  t.match(message, new RegExp(`^Message-ID: <${stored?.id}@tintype>\\r$`, 'm'));
  t.match(message, /^Auto-Submitted: auto-generated\r$/m);
});

t.test('a subject or recipient cannot add recipients or headers', async (t) => {
  const { received, url } = await startMailServer(t);
  const sendMail = createSendMail({ url, from: 'a@t.example' });
  const forged = JSON.stringify({
    subject: 'x\r\nBcc: eve@example.com',
    text: '.\r\n.\r\nMAIL',
    html: '',
  });
  t.match(await sendMail('bob@example.com', forged, limits()), { kind: 'delivered' });
  t.same(received[0]?.to, ['bob@example.com']);
  t.notMatch(received[0]?.message, /^Bcc:/m);
  for (const to of [
    'a@b.example, eve@example.com',
    'a@b.example\r\nRCPT TO:<eve@example.com>',
    'Eve <eve@example.com>',
    'a@b@c',
    'group:a@b.example;',
    '',
  ]) {
    t.match(await sendMail(to, body, limits()), { kind: 'refused' }, JSON.stringify(to));
  }
  t.equal(received.length, 1);
});

t.test('the image is attached, or linked if it cannot be read', async (t) => {
  const { received, url } = await startMailServer(t);
  const image = 'https://t.example/v1/files/aa.png';
  const readImage = async (address: string) => {
    if (address !== image) throw new Error('not stored');
    return Buffer.from('a jpeg');
  };
  const sendMail = createSendMail({ url, from: 'a@t.example', readImage });
  const send = async (more: object) => {
    const message = JSON.stringify({ ...(JSON.parse(body) as object), ...more });
    t.match(await sendMail('bob@example.com', message, limits()), { kind: 'delivered' });
    return received.at(-1)?.message.replaceAll('=3D', '=').replaceAll('=\r\n', '');
  };
  const attached = await send({ image, isPublic: false });
  t.match(attached, /^Content-ID: <image@tintype>\r$/m);
  t.match(attached, /<img src="cid:image@tintype"/);
  t.match(attached, Buffer.from('a jpeg').toString('base64'));
  const linked = await send({ image: 'https://t.example/b.png', isPublic: true });
  t.match(linked, /<img src="https:\/\/t\.example\/b\.png"/);
  t.notMatch(linked, /Content-ID/);
  t.notMatch(await send({ image: 'http://10.0.0.1/b.png', isPublic: false }), /<img/);
});

t.test('recipients of other domains are refused', async (t) => {
  const { received, url } = await startMailServer(t);
  const sendMail = createSendMail({ url, from: 'a@t.example', domains: ['Acme.example'] });
  t.match(await sendMail('bob@ACME.example', body, limits()), { kind: 'delivered' });
  for (const host of ['b.acme.example', 'acme.example.evil.example', 'acme.example.']) {
    const error = `mail_domains allows no e-mail to ${host}`;
    t.match(await sendMail(`bob@${host}`, body, limits()), { kind: 'refused', error });
  }
  t.equal(received.length, 1);
});

t.test('what a server answers decides about another attempt', async (t) => {
  const refusing = (responseCode: number) =>
    startMailServer(t, {
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('not here, 10.0.0.7'), { responseCode })),
    });
  const send = async (url: string) =>
    createSendMail({ url, from: 'a@t.example' })('b@c.example', body, limits());
  t.match(await send((await refusing(550)).url), {
    kind: 'refused',
    status: 550,
    error: 'the mail server answered 550 for c.example',
  });
  t.match(await send((await refusing(451)).url), { kind: 'failed', status: 451 });
  t.match(await send('smtp://127.0.0.1:9'), { kind: 'failed', error: /no answer/ });
});

t.test('a server that says nothing is left after the time of an attempt', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const sendMail = createSendMail({ url, from: 'a@t.example' });
  const late = await sendMail('b@c.example', body, { ...limits(), timeoutMs: 200 });
  t.match(late, { kind: 'failed', error: /did not answer within 0\.2 s/ });
  const controller = new AbortController();
  const left = sendMail('b@c.example', body, { ...limits(), signal: controller.signal });
  controller.abort(new Error('stopping'));
  await t.rejects(left, { message: 'stopping' });
});

t.test('without a mail server, an e-mail fails with a reason', async (t) => {
  const lab = await createLab(t);
  const id = await lab.finish('mailto:bob%40example.com', false);
  lab.deliverer.start();
  const failed = await settled(lab, id, ({ state }) => state === 'failed');
  t.match(failed.lastError, /sends no e-mail: smtp_url is not set/);
});
