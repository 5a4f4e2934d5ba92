import { createHmac } from 'node:crypto';
import t from 'tap';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from './verify-webhook.ts';

const secretKey = 'sk_9uX2schlüssel';
const payload = { id: 'r1', file: 'https://example.com/v1/files/a.png', expires: 2, created: 1 };
const text = JSON.stringify(payload);

/** The headers of a webhook, made with nothing of ours. */
function headersOf(body: string, key = secretKey, at = new Date()): Record<string, string> {
  const whsec = `whsec_${Buffer.from(key).toString('base64')}`;
  return {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(whsec).sign('msg_1', at, body),
    'x-tintype-webhook-signature': createHmac('sha256', key).update(body).digest('hex'),
  };
}

t.test('verifies webhooks with every kind of headers', async (t) => {
  const headers = headersOf(text);
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  for (const form of [headers, upper, lists, new Headers(headers)]) {
    t.same(verifyWebhook(text, form, secretKey), payload);
    t.same(verifyWebhook(Buffer.from(text), form, secretKey), payload);
  }
});

t.test('reads webhooks of captures and batches', async (t) => {
  const outputs = { id: 'r1', outputs: [{ name: 'a.png', kind: 'screenshot' }], created: 1 };
  const batch = { id: 'b1', total: 1, succeeded: 1, failed: 0, created: 1, requests: 'https://x/' };
  for (const sent of [outputs, batch]) {
    const body = JSON.stringify(sent);
    t.same(verifyWebhook(body, headersOf(body), secretKey), sent);
  }
});

t.test('reads failures and non-ASCII characters', async (t) => {
  const failed = {
    id: 'r1',
    created: 1,
    error: { statusCode: 504, error: 'Gateway Timeout', message: 'Zu spät 日本' },
  };
  const body = JSON.stringify(failed);
  const read = verifyWebhook(new TextEncoder().encode(body), headersOf(body), secretKey);
  t.same(read, failed);
  t.equal(read.error?.statusCode, 504);
});

t.test("requires the Standard Webhooks signature, not Tintype's", async (t) => {
  const { 'x-tintype-webhook-signature': own, ...standard } = headersOf(text);
  t.same(verifyWebhook(text, standard, secretKey), payload);
  t.throws(
    () => verifyWebhook(text, { 'x-tintype-webhook-signature': own }, secretKey),
    { name: 'WebhookError', message: 'The webhook is refused: Missing required headers.' },
    'it says nothing about when it was sent',
  );
  t.throws(() => verifyWebhook(text, {}, secretKey), WebhookError);
});

t.test('verifies with either key during an overlap', async (t) => {
  const [next, old] = [headersOf(text, 'sk_next'), headersOf(text)];
  const both = `${next['webhook-signature']} ${old['webhook-signature']}`;
  const headers = { ...next, 'webhook-signature': both };
  t.same(verifyWebhook(text, headers, secretKey), payload);
  t.same(verifyWebhook(text, headers, 'sk_next'), payload);
  t.throws(() => verifyWebhook(text, headers, 'sk_other'), WebhookError);
  t.throws(() => verifyWebhook(`${text} `, headers, secretKey), WebhookError);
  const wrong = { ...headers, 'webhook-signature': 'v1,AAAA v1,BBBB' };
  t.throws(() => verifyWebhook(text, wrong, 'sk_next'), WebhookError, 'the first decides');
});

t.test('rejects any change', async (t) => {
  const good = headersOf(text);
  const refused = { name: 'WebhookError' };
  t.throws(() => verifyWebhook(`${text} `, good, secretKey), refused);
  t.throws(() => verifyWebhook(JSON.stringify({ ...payload, id: 'r2' }), good, secretKey), refused);
  t.throws(() => verifyWebhook(text, good, 'sk_other'), refused);
  t.throws(() => verifyWebhook(text, headersOf(text, 'sk_other'), secretKey), refused);
  for (const [name, value] of Object.entries({
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1),
    'webhook-signature': 'v1,AAAA',
    'x-tintype-webhook-signature': 'ab'.repeat(32),
  })) {
    t.throws(() => verifyWebhook(text, { ...good, [name]: value }, secretKey), refused, name);
  }
  const { 'x-tintype-webhook-signature': _, ...standard } = good;
  t.throws(() => verifyWebhook(`${text} `, standard, secretKey), refused);
});

t.test('rejects an old webhook', async (t) => {
  const old = new Date(Date.now() - 6 * 60_000);
  t.throws(() => verifyWebhook(text, headersOf(text, secretKey, old), secretKey), /too old/);
  const early = new Date(Date.now() + 6 * 60_000);
  t.throws(() => verifyWebhook(text, headersOf(text, secretKey, early), secretKey), /too new/);
});

t.test('rejects an empty key', async (t) => {
  const headers = { ...headersOf(text), 'x-tintype-webhook-signature': '' };
  t.throws(() => verifyWebhook(text, headers, ''), { name: 'TypeError' });
});

t.test('rejects signed bodies that are no webhook', async (t) => {
  for (const body of ['', 'null', '[]', '{}', 'text', '{"id":1']) {
    t.throws(() => verifyWebhook(body, headersOf(body), secretKey), {
      name: 'WebhookError',
      message: /it is no webhook of Tintype/,
    });
  }
  const bytes = Buffer.from([0xff]);
  t.throws(() => verifyWebhook(bytes, { 'webhook-id': 'a' }, secretKey), /no text/);
});
