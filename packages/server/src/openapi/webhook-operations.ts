import { headerTable, subjectHeaders, webhookHeaders } from '@tintype/contract/headers';
import { jsonContent, ref, type Json } from '../route/json-parts.ts';

/** The calls that the service makes. */
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
  const told = Object.values(headerTable).filter(
    (info) => 'parameter' in info || info === headerTable.receipt,
  );
  return {
    requestEnded: {
      post: {
        operationId: 'requestEnded',
        tags: ['Webhooks'],
        summary: 'Called at webhook_url when a request has ended',
        security: [],
        parameters: [
          header(
            signature,
            'Hex HMAC-SHA256 of the body under the secret key; not with webhook_signed false.',
            false,
          ),
          header(id, 'The same for each try of one call.', true),
          header(timestamp, 'When it was sent, Unix seconds.', true),
          header(subjectHeaders.requestId, 'Id of the request, as in the body.', true),
          header(subjectHeaders.url, 'The page, where it was given as an address.', false),
          header(subjectHeaders.taskId, 'Of a run: its task.', false),
          ...told.map(({ name, description }) => header(name, description, false)),
          header(standard, 'Signature of Standard Webhooks; not with webhook_signed false.', false),
        ],
        requestBody: {
          required: true,
          content: jsonContent({
            oneOf: ['WebhookSuccess', 'WebhookOutputs', 'WebhookFailure', 'WebhookBatch'].map(
              (name) => ref('schemas', name),
            ),
          }),
        },
        responses: {
          '2XX': { description: 'Received. Anything else is tried again.' },
          410: { description: 'Do not call again.' },
        },
      },
    },
  };
}
