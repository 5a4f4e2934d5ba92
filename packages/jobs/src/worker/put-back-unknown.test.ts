import {
  builtInKinds,
  createKindSet,
  defineKind,
  parseCaptures,
  capturesParameters,
} from '@tintype/contract';
import t from 'tap';
import { requestOf } from '../fixtures/job-context.ts';
import { isKnown } from './put-back-unknown.ts';

const links = defineKind({
  name: 'links',
  title: 'The links of a page',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
});
const kinds = createKindSet([...builtInKinds, links]);

t.test('a request whose kind and parameters are known', async (t) => {
  const { kind, ...parameters } = requestOf({ full_page: true });
  t.ok(isKnown({ kind, parameters }, builtInKinds));
  t.notOk(isKnown({ kind, parameters: { ...parameters, of_tomorrow: 1 } }, builtInKinds));
  t.notOk(isKnown({ kind: 'links', parameters: { url: 'https://a.example/' } }, builtInKinds));
  t.ok(isKnown({ kind: 'links', parameters: { url: 'https://a.example/' } }, kinds));
});

t.test('files of one load', async (t) => {
  const url = 'https://a.example/';
  const outputs = [{ kind: 'pdf', pdf_landscape: true }, { kind: 'links' }];
  const { request } = parseCaptures({ url, outputs }, { kinds });
  const parameters = capturesParameters(request, kinds);
  t.ok(isKnown({ kind: 'captures', parameters }, kinds));
  t.notOk(isKnown({ kind: 'captures', parameters }, builtInKinds));
  const [first = {}] = parameters['outputs'] as object[];
  const more = { ...parameters, outputs: [{ ...first, of_tomorrow: 1 }] };
  t.notOk(isKnown({ kind: 'captures', parameters: more }, kinds));
});
