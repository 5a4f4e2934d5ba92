import { RenderError } from '@tintype/contract';
import t from 'tap';
import { deliveryFor } from './delivery-for.ts';

const request = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  accountId: 'a',
  kind: 'pdf' as const,
  parameters: {},
  baseUrl: 'https://t.example',
  webhook: { url: 'https://hooks.example/x', signed: false },
};

t.test('success: exactly four fields, in seconds', async (t) => {
  const delivery = deliveryFor(request, {
    file: { name: 'ab'.repeat(32), extension: 'pdf', expiresAt: 1_700_000_999_999 },
    createdAt: 1_700_000_000_500,
  });
  t.match(delivery, { requestId: request.id, accountId: 'a', ...request.webhook });
  t.strictSame(JSON.parse(delivery?.body ?? ''), {
    id: request.id,
    file: `https://t.example/v1/files/${'ab'.repeat(32)}.pdf`,
    expires: 1_700_000_999,
    created: 1_700_000_000,
  });
});

t.test('several files: each with its place, or with its error', async (t) => {
  const file = { name: 'ab'.repeat(32), extension: 'pdf', expiresAt: 1_700_000_999_999 };
  const delivery = deliveryFor(request, {
    outputs: [
      { name: 'a.pdf', kind: 'pdf', file },
      { name: 'b.png', kind: 'screenshot', error: new RenderError('selector_not_found').toBody() },
    ],
    createdAt: 1_700_000_000_500,
  });
  t.strictSame(JSON.parse(delivery?.body ?? ''), {
    id: request.id,
    outputs: [
      {
        name: 'a.pdf',
        kind: 'pdf',
        file: `https://t.example/v1/files/${'ab'.repeat(32)}.pdf`,
        expires: 1_700_000_999,
      },
      {
        name: 'b.png',
        kind: 'screenshot',
        error: {
          statusCode: 422,
          error: 'Unprocessable Entity',
          message: 'No element of the page matches the selector.',
        },
      },
    ],
    created: 1_700_000_000,
  });
  t.equal(delivery?.maxAttempts, undefined);
});

t.test('failure: the error as in an answer, without what is for programs', async (t) => {
  const error = new RenderError('dns_failed', 'no address for grüße.example').toBody();
  const delivery = deliveryFor(request, { error, createdAt: 1_700_000_000_500 });
  t.strictSame(JSON.parse(delivery?.body ?? ''), {
    id: request.id,
    created: 1_700_000_000,
    error: {
      statusCode: 422,
      error: 'Unprocessable Entity',
      message: 'no address for grüße.example',
    },
  });
});

t.test('without a webhook there is nothing to deliver', async (t) => {
  const { webhook: _, ...plain } = request;
  const error = new RenderError('timeout').toBody();
  t.equal(deliveryFor(plain, { error, createdAt: 0 }), undefined);
});

t.test('sends few webhooks for requests that cost nothing', async (t) => {
  const attempts = (code: ConstructorParameters<typeof RenderError>[0]) =>
    deliveryFor(request, { error: new RenderError(code).toBody(), createdAt: 0 })?.maxAttempts;
  t.equal(attempts('target_denied'), 1, 'refused before anything was rendered');
  t.equal(attempts('quota_exceeded'), 1);
  t.equal(attempts('dns_failed'), 3, 'failed, and was not charged');
  t.equal(attempts('timeout'), undefined, 'charged');
  t.equal(attempts('internal'), undefined, 'not the fault of whoever asked');
});
