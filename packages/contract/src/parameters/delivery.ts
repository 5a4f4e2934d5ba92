import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { flag, integer, off, optional } = declareIn('delivery', 'service');

export const deliveryParameters = {
  attachment_name: optional.text({
    description: 'File name for a download, without its extension.',
    max: 200,
  }),
  cache: off({ description: 'Store the result in the cache.' }),
  cache_ttl: z._default(
    integer({
      description: 'How long the cache stores the result.',
      unit: 's',
      min: 1,
      max: 2_592_000,
    }),
    604_800,
  ),
  keep_trace: off({
    description: 'Record a trace of the render, and store it for a day. Slower.',
  }),
  async: off({ description: 'Respond immediately and render afterwards.' }),
  webhook_url: optional.text({
    description: 'HTTPS address that receives a webhook when the result is ready.',
    max: 2048,
  }),
  webhook_signed: z._default(flag({ description: 'Sign the webhook.' }), true),
};
