import {
  parseComparison,
  RenderError,
  type ErrorCode,
  type ParsedComparison,
} from '@tintype/contract';
import { differencesTtlS } from '@tintype/contract/light';
import { asciiJson, headerTable, ignoredHeader } from '@tintype/contract/headers';
import { parameterError } from '@tintype/contract/read';
import type { ComparisonResult } from '@tintype/contract/wire';
import type { CompareStored, StoredComparison } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readAccept } from '../parse/read-accept.ts';
import { baseUrlOf } from '../parse/read-query.ts';
import { bodyFields, refuseQuery, typedParameters } from '../parse/read-render.ts';
import { fileAddress, seconds } from '../reply/json-values.ts';
import { declareRoutes, idOf, type Route, type RouteContext } from '../route/define-route.ts';
import { renderErrors } from '../route/error-responses.ts';
import { jsonContent, pathParameter, queryParameter, ref } from '../route/json-parts.ts';
import { checkTypes, readSides, storedSide, type ComparedSide } from './compared-sides.ts';

export const comparisonHeader = 'X-Tintype-Comparison';

/** Maximum length of a diff in JSON; the stored file has all of it. */
const maxDiffLength = 65_536;

const differenceTypes = { image: 'image/png', text: 'text/x-diff' } as const;

const figures =
  'JSON: `same`; `changed`, the share that differs; of images `similarity` (SSIM), `same_size`, `region_count`, and `regions`, the largest 20, with `type`, `area`, `before` and `pixels`; `compared_rows`, if not all were compared; of texts `added` and `removed`.';

const headers = { [comparisonHeader]: { description: figures, schema: { type: 'string' } } };
const differenceContent = {
  'image/png': { schema: { type: 'string', format: 'binary' } },
  'text/x-diff': { schema: { type: 'string' } },
};
const errors: readonly ErrorCode[] = [
  'not_found',
  'invalid_parameter',
  'invalid_request',
  'queue_full',
  'storage_failed',
];

/** Compares results of an account, and pages that are rendered for it. */
export const comparisonRoutes: readonly Route[] = declareRoutes('account', 'Requests', [
  {
    method: 'POST',
    path: '/v1/compare',
    renders: true,
    operation: {
      id: 'compare',
      summary: 'Compare two results, or pages that are rendered for it',
      body: 'NewComparison',
      description:
        'What differs: as JSON, or, with `Accept: image/png` or `text/x-diff`, the image or the diff itself.',
      content: {
        ...jsonContent(ref('schemas', 'ComparisonResult')),
        ...differenceContent,
      },
      headers,
      errors: [...renderErrors, 'not_found'],
    },
    handle: async (request, reply, options) => {
      refuseQuery(request.entries);
      request.logFields.operation = 'compare';
      const { jobs, kinds, running } = options;
      const compare = compareOf(options);
      const body = bodyFields(request.body, 'the two sides');
      const typed = (side: unknown) => typedParameters(side, kinds);
      const given = { ...body, before: typed(body['before']), after: typed(body['after']) };
      const parsed = parseComparison(given, jobs.rulesFor(request.caller.account));
      const header = ignoredHeader(ignoredOf(parsed));
      if (header !== undefined) reply.header(headerTable.ignored.name, header);
      let sides!: Sides;
      const findFiles = async () => {
        sides = await readSides(parsed, request, reply, options);
        return { before: sides[0].file, after: sides[1].file };
      };
      const signal = running.signalOf(reply);
      const found = await compare(request.caller.account.id, findFiles, parsed.options, signal);
      const accepted = readAccept(request.headers.accept, [
        'application/json',
        ...Object.values(differenceTypes),
      ]);
      reply.header('vary', 'Accept');
      if (accepted === differenceTypes[found.type]) return sendDifferences(reply, found);
      return toJson(sides, found, request, options);
    },
  },
  {
    method: 'GET',
    path: '/v1/requests/:id/comparison',
    params: [pathParameter('id', 'Id of the later request.', { type: 'string' })],
    operation: {
      id: 'compareRequests',
      summary: 'Compare the results of two requests',
      parameters: [
        { ...queryParameter('with', 'Id of the earlier one.', { type: 'string' }), required: true },
      ],
      description:
        'Of images, the later one, pale, with the regions that differ; of texts, a unified diff, empty if nothing differs.',
      content: differenceContent,
      headers,
      errors,
    },
    handle: async (request, reply, options) => {
      const { store, running } = options;
      const compare = compareOf(options);
      const other = request.entries.findLast(([name]) => name === 'with')?.[1];
      if (other === undefined) {
        throw parameterError('with', 'with must be the id of another request.');
      }
      const { account } = request.caller;
      const fileOf = async (id: string) => (await storedSide(account.id, { id }, store)).file;
      const findFiles = async () => {
        const [before, after] = [await fileOf(other), await fileOf(idOf(request))];
        checkTypes(before.mediaType, after.mediaType);
        return { before, after };
      };
      const signal = running.signalOf(reply);
      return sendDifferences(reply, await compare(account.id, findFiles, {}, signal));
    },
  },
]);

type Sides = readonly [before: ComparedSide, after: ComparedSide];

function ignoredOf({ before, after }: ParsedComparison): string[] {
  return [before, after].flatMap((side) => ('id' in side ? [] : side.ignored));
}

function compareOf({ compare }: RouteContext): CompareStored {
  if (compare !== undefined) return compare;
  throw new RenderError('not_found', 'This service does not compare results.');
}

function sendDifferences(
  reply: FastifyReply,
  { type, figures: found, differences }: StoredComparison,
): FastifyReply {
  return reply
    .headers({
      'content-type': differenceTypes[type],
      'content-length': differences.byteLength,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      [comparisonHeader]: asciiJson(found),
    })
    .send(Buffer.from(differences.buffer, differences.byteOffset, differences.byteLength));
}

/** Stores what differs, unless nothing does. */
async function toJson(
  [before, after]: Sides,
  compared: StoredComparison,
  request: FastifyRequest,
  { jobs, baseUrl }: RouteContext,
): Promise<ComparisonResult> {
  const { type, figures: found, differences } = compared;
  const base = baseUrlOf(request, baseUrl);
  const side = ({ request: id, file }: ComparedSide) => ({
    request: id,
    file: fileAddress(base, file),
    media_type: file.mediaType,
  });
  const file = found.same
    ? undefined
    : await jobs.keepFile(request.caller.account, {
        body: differences,
        mediaType: differenceTypes[type],
        extension: type === 'image' ? 'png' : 'diff',
        ttlS: differencesTtlS,
      });
  return {
    type,
    ...found,
    ...(compared.type === 'text' && {
      ...(compared.fields && { fields: compared.fields }),
      diff: Buffer.from(differences).toString().slice(0, maxDiffLength).toWellFormed(),
    }),
    before: side(before),
    after: side(after),
    ...(file && { file: fileAddress(base, file), expires: seconds(file.expiresAt) }),
  };
}
