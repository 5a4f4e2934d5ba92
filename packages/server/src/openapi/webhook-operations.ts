import { headerTable, subjectHeaders, webhookHeaders } from '@tintype/contract/headers';
import { jsonContent, ref, type Json } from '../route/json-parts.ts';

/** Webhooks that the service sends. */
export function webhookPaths(): Json {
  const [signature, id, timestamp, standard] = [
    webhookHeaders.signature,
    webhookHeaders.id,
    webhookHeaders.timestamp,
    webhookHeaders.standardSignature,
  ];
  const header = (name: string, description: string, required: boolean): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  const resultHeaders = Object.values(headerTable).filter(
    (info) => 'parameter' in info || info === headerTable.receipt,
  );
  return {
    requestEnded: {
      post: {
        operationId: 'requestEnded',
        tags: ['Webhooks'],
        summary: 'Sent to webhook_url when a request has finished',
        security: [],
        parameters: [
          header(
            signature,
            'Hex HMAC-SHA256 of the body under the secret key; not with webhook_signed false.',
            false,
          ),
          header(id, 'Equal for all attempts of one webhook.', true),
          header(timestamp, 'Time of sending, Unix seconds.', true),
          header(subjectHeaders.requestId, 'Id of the request, as in the body.', true),
          header(subjectHeaders.url, 'URL of the page, if the request has one.', false),
          header(subjectHeaders.taskId, 'Task of a run.', false),
          ...resultHeaders.map(({ name, description }) => header(name, description, false)),
          header(standard, 'Signature of Standard Webhooks; not with webhook_signed false.', false),
        ],
        requestBody: {
          required: true,
          content: jsonContent({
            oneOf: [
              'WebhookSuccess',
              'WebhookOutputs',
              'WebhookFailure',
              'WebhookBatch',
              'MonitorEvent',
            ].map((name) => ref('schemas', name)),
          }),
        },
        responses: {
          '2XX': { description: 'Received. Other statuses are retried.' },
          410: { description: 'Stops retries.' },
        },
      },
    },
  };
}
