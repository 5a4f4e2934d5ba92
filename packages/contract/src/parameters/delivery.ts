import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { flag, integer, text } = declareIn('delivery', 'service');

/** Delivery of the result. */
export const deliveryParameters = {
  attachment_name: z.optional(
    text({
      description: 'File name for a download, without its extension.',
      max: 200,
    }),
  ),
  cache: z._default(flag({ description: 'Store the result in the cache.' }), false),
  cache_ttl: z._default(
    integer({
      description: 'How long the cache stores the result.',
      unit: 's',
      min: 1,
      max: 2_592_000,
    }),
    604_800,
  ),
  keep_trace: z._default(
    flag({
      description:
        'Record a trace of the render, and store it for a day if the render fails. Slower.',
    }),
    false,
  ),
  async: z._default(flag({ description: 'Respond immediately and render afterwards.' }), false),
  webhook_url: z.optional(
    text({
      description: 'HTTPS address that receives a webhook when the result is ready.',
      max: 2048,
    }),
  ),
  webhook_signed: z._default(flag({ description: 'Sign the webhook.' }), true),
};
