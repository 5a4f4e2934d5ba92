import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metadataHeaders, receiptHeader } from '@tintype/contract/headers';
import t from 'tap';
import { webhookHeaders } from './webhook-headers.ts';

const delivery = { id: 'msg_1', body: '{}', requestId: 'r1' };

t.test('a webhook says what it is about', async (t) => {
  const subject = {
    url: 'https://example.com/ä b',
    taskId: 7,
    metadata: { 'X-Tintype-Metadata-Status': '200' },
  };
  const headers = webhookHeaders(delivery, 0, [], { subject });
  t.match(headers, {
    'X-Tintype-Request-Id': 'r1',
    'X-Tintype-Url': 'https://example.com/%C3%A4%20b',
    'X-Tintype-Task-Id': '7',
    'X-Tintype-Metadata-Status': '200',
  });
  const bare = webhookHeaders(delivery, 0, []);
  t.same(
    Object.keys(bare).filter((name) => name.startsWith('X-')),
    ['X-Tintype-Request-Id'],
  );
  const named = webhookHeaders(delivery, 0, ['k'.repeat(16)], { subject, headerPrefix: 'X-Acme' });
  t.same(
    Object.keys(named).filter((name) => name.startsWith('X-')),
    [
      'X-Acme-Request-Id',
      'X-Acme-Url',
      'X-Acme-Task-Id',
      'X-Acme-Metadata-Status',
      'X-Acme-Webhook-Signature',
    ],
    'under the prefix of the operator',
  );
});

t.test('a receiver on Node takes the most that there can be', async (t) => {
  const long = 'x'.repeat(100_000);
  const page = {
    title: 'ü'.repeat(100_000),
    icon: `https://example.com/${'i'.repeat(2_000)}`,
    fonts: Array.from({ length: 1_000 }, (_, at) => `font ${at}`),
    headers: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`h${at}`, 'ü'])),
    hash: 'ab'.repeat(32),
    status: 200,
    imageSize: { width: 16_383, height: 16_383 },
  };
  const asked = Object.fromEntries(
    ['title', 'icon', 'fonts', 'headers', 'hash', 'status', 'image_size'].map((name) => [
      `metadata_${name}`,
      true,
    ]),
  );
  const headers = metadataHeaders(page, asked);
  t.equal(Object.keys(headers).length, 7);
  const metadata = {
    ...headers,
    ...receiptHeader({ console: { count: 9, first: [long] } }, headers),
  };
  const server = createServer((_request, response) => void response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (url: string) => {
    const headers = webhookHeaders(delivery, 0, ['k'.repeat(16), 'o'.repeat(16)], {
      subject: { url, taskId: 2 ** 53 - 1, metadata },
    });
    const { 'content-length': _, ...rest } = headers;
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: rest,
      body: '{}',
    });
    return { status: answer.status, isTold: 'X-Tintype-Url' in headers };
  };
  t.same(await send(`https://example.com/${'u'.repeat(2_028)}`), { status: 204, isTold: true });
  t.same(await send(`https://example.com/${long}`), { status: 204, isTold: false });
});
