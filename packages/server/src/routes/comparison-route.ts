import { RenderError } from '@tintype/contract';
import type { StoredFile } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Running } from '../running.ts';
import type { ServerOptions } from '../server-options.ts';

/** Header with the figures of a comparison. */
export const comparisonHeader = 'X-Tintype-Comparison';

/** Compares the images of two requests of the account, as an image. */
export function comparisonRoute(
  app: FastifyInstance,
  options: ServerOptions,
  running: Running,
): void {
  const { store, compare } = options;
  app.get('/v1/requests/:id/comparison', async (request, reply) => {
    if (compare === undefined) throw new RenderError('not_found', 'Nothing is compared here.');
    const { id } = request.params as { id: string };
    const other = request.entries.findLast(([name]) => name === 'with')?.[1];
    if (other === undefined) throw wrong('with must be the id of another request.');
    const [before, after] = [await imageOf(request, other), await imageOf(request, id)];
    const signal = running.signalOf(reply);
    const { account } = request.caller;
    const { picture, ...found } = await compare(account.id, { before, after }, signal);
    const { changed, area, sameSize } = found;
    const told = {
      changed: Number(changed.toFixed(6)),
      ...(area && { area }),
      same_size: sameSize,
    };
    return reply
      .headers({
        'content-type': 'image/png',
        'content-length': picture.byteLength,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        [comparisonHeader]: JSON.stringify(told),
      })
      .send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
  });

  async function imageOf({ caller }: FastifyRequest, id: string): Promise<StoredFile> {
    const found = await store.requests.getFor(caller.account.id, id);
    const file = found?.file && (await store.files.get(found.file.name));
    if (file === undefined) {
      throw new RenderError('not_found', 'There is no request of this id that has a file.');
    }
    if (file.mediaType.startsWith('image/')) return file;
    throw new RenderError('invalid_request', `Images are compared; this is ${file.mediaType}.`);
  }
}

function wrong(message: string): RenderError {
  return new RenderError('invalid_parameter', message, {
    details: [{ parameter: 'with', message }],
  });
}
