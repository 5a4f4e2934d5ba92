import {
  builtInKinds,
  createKindSet,
  declareIn,
  defineKind,
  parseRequest,
} from '@tintype/contract';
import t from 'tap';
import { requestOf } from '../fixtures/job-context.ts';
import { knownBy, needsOf } from './handoff-needs.ts';

const { integer } = declareIn('links');
const links = defineKind({
  name: 'links',
  title: 'The links of a page',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
  parameters: { links_limit: integer({ description: 'How many.', min: 1, max: 10 }) },
});
const kinds = createKindSet([...builtInKinds, links]);

t.test('a request needs its kind, and what it says beyond the defaults', async (t) => {
  const plain = needsOf({ request: requestOf() }, builtInKinds);
  t.same(plain, ['kind:screenshot', 'url']);
  const more = requestOf({ full_page: true, delay: 2, format: 'png', viewport_width: 800 });
  t.same(needsOf({ request: more }, builtInKinds).toSorted(), [
    'delay',
    'format',
    'full_page',
    'kind:screenshot',
    'url',
    'viewport_width',
  ]);
});

t.test('files of one load need what each of them needs', async (t) => {
  const outputs = [
    {
      name: 'a.pdf',
      request: parseRequest({ kind: 'pdf', url: 'https://a.example/', pdf_landscape: true })
        .request,
    },
  ];
  const needs = needsOf({ request: requestOf({ delay: 1 }), outputs }, builtInKinds);
  t.match(new Set(needs), new Set(['kind:screenshot', 'kind:pdf', 'url', 'delay']));
});

t.test('only workers with the required kinds know all needs of a request', async (t) => {
  const url = 'https://a.example/';
  const { request } = parseRequest({ kind: 'links', url, links_limit: 3 }, { kinds });
  const needs = needsOf({ request }, kinds);
  t.same(new Set(needs), new Set(['kind:links', 'url', 'links_limit', ...needs]));
  const known = new Set(knownBy(kinds));
  t.ok(needs.every((need) => known.has(need)));
  const others = new Set(knownBy(builtInKinds));
  t.same(
    needs.filter((need) => !others.has(need)),
    ['kind:links', 'links_limit'],
  );
});
