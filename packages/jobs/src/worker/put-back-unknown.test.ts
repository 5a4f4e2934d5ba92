import { builtInKinds, parseCaptures, capturesParameters } from '@tintype/contract';
import t from 'tap';
import { kindsWithLinks, requestOf } from '../fixtures/job-context.ts';
import { isKnown } from './put-back-unknown.ts';

t.test('a request whose kind and parameters are known', async (t) => {
  const { kind, ...parameters } = requestOf({ full_page: true });
  t.ok(isKnown({ kind, parameters }, builtInKinds));
  t.notOk(isKnown({ kind, parameters: { ...parameters, of_tomorrow: 1 } }, builtInKinds));
  t.notOk(isKnown({ kind: 'links', parameters: { url: 'https://a.example/' } }, builtInKinds));
  t.ok(isKnown({ kind: 'links', parameters: { url: 'https://a.example/' } }, kindsWithLinks));
});

t.test('files of one load', async (t) => {
  const url = 'https://a.example/';
  const outputs = [{ kind: 'pdf', pdf_landscape: true }, { kind: 'links' }];
  const { request } = parseCaptures({ url, outputs }, { kinds: kindsWithLinks });
  const parameters = capturesParameters(request, kindsWithLinks);
  t.ok(isKnown({ kind: 'captures', parameters }, kindsWithLinks));
  t.notOk(isKnown({ kind: 'captures', parameters }, builtInKinds));
  const [first = {}] = parameters['outputs'] as object[];
  const more = { ...parameters, outputs: [{ ...first, of_tomorrow: 1 }] };
  t.notOk(isKnown({ kind: 'captures', parameters: more }, kindsWithLinks));
});
