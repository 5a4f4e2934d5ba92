import { RenderError } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import type { Store, StoredFile } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { idOf, type Route } from '../route/define-route.ts';
import { pathParameter, queryParameter } from '../route/json-parts.ts';

export const comparisonHeader = 'X-Tintype-Comparison';

/** Compares the images of two requests of the account, as an image. */
export const comparisonRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/requests/:id/comparison',
    access: 'account',
    params: [pathParameter('id', 'Id of the later request.', { type: 'string' })],
    operation: {
      id: 'compareRequests',
      tag: 'Requests',
      summary: 'Compare the images of two requests',
      parameters: [
        { ...queryParameter('with', 'Id of the earlier one.', { type: 'string' }), required: true },
      ],
      description:
        'The later image, pale, with the regions that differ. At most 25 million pixels.',
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      headers: {
        [comparisonHeader]: {
          description:
            'JSON: `same`; `changed`, the share of pixels that differ; `similarity` (SSIM); `same_size`; `region_count`; `regions`, the largest 20, with `type`, `area`, `before` and `pixels`.',
          schema: { type: 'string' },
        },
      },
      errors: ['not_found', 'invalid_parameter', 'invalid_request', 'queue_full', 'storage_failed'],
    },
    handle: async (request, reply, options) => {
      const { store, compare, running } = options;
      if (compare === undefined)
        throw new RenderError('not_found', 'This service does not compare images.');
      const id = idOf(request);
      const other = request.entries.findLast(([name]) => name === 'with')?.[1];
      if (other === undefined) {
        throw parameterError('with', 'with must be the id of another request.');
      }
      const [before, after] = [
        await imageOf(request, other, store),
        await imageOf(request, id, store),
      ];
      const signal = running.signalOf(reply);
      const { account } = request.caller;
      const { overlay, figures } = await compare(account.id, { before, after }, signal);
      return reply
        .headers({
          'content-type': 'image/png',
          'content-length': overlay.byteLength,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          [comparisonHeader]: JSON.stringify(figures),
        })
        .send(Buffer.from(overlay.buffer, overlay.byteOffset, overlay.byteLength));
    },
  },
];

async function imageOf(
  { caller }: FastifyRequest,
  id: string,
  store: Pick<Store, 'requests' | 'files'>,
): Promise<StoredFile> {
  const found = await store.requests.getFor(caller.account.id, id);
  const file = found?.file && (await store.files.get(found.file.name));
  if (file === undefined) {
    throw new RenderError('not_found', 'No request with this id has a file.');
  }
  if (file.mediaType.startsWith('image/')) return file;
  throw new RenderError('invalid_request', `Images are compared; this is ${file.mediaType}.`);
}
