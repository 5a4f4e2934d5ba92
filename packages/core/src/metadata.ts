import { createHash } from 'node:crypto';
import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from './page-handle.ts';
import { syntheticHost } from './stages/navigate.ts';
import type { DocumentFacts } from './stages/settle.ts';
import type { Captured, Metadata } from './types.ts';

/** Gathers what the request wants to know of the page. */
export interface MetadataCollector {
  collect(facts: DocumentFacts, captured: Captured): Promise<Metadata>;
}

/** Switches on only what the request asks for: listening to the network costs every request of a page. */
export async function prepareMetadata(
  page: PageHandle,
  request: RenderRequest,
): Promise<MetadataCollector> {
  let headers: Record<string, string> | undefined;
  if (request.metadata_headers) {
    page.session.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type === 'Document' && frameId === page.lease.frameId) {
        headers = lowerCased(response.headers);
      }
    });
    await page.session.send('Network.enable', {});
  }
  return {
    async collect(facts, { body, imageSize }) {
      const onServer = URL.canParse(facts.url) && new URL(facts.url).hostname !== syntheticHost;
      return {
        title: facts.title,
        ...(onServer && facts.status > 0 ? { status: facts.status } : {}),
        ...(imageSize ? { imageSize } : {}),
        ...(request.metadata_icon && facts.icon ? { icon: facts.icon } : {}),
        ...(request.metadata_hash ? { hash: createHash('sha256').update(body).digest('hex') } : {}),
        ...(headers ? { headers } : {}),
      };
    },
  };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== 'set-cookie'),
  );
}
