import { createKindSet, kinds, defineKind, declareIn, optional } from '@tintype/contract';
import t from 'tap';
import type { BrowserSource } from '../browser-source.ts';
import type { Capture, Plugin } from '../types.ts';
import { createRenderer } from '../create-renderer.ts';

const { integer } = declareIn('links');

const links = defineKind({
  name: 'links',
  title: 'The links of a page',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
  parameters: { links_limit: optional(integer({ description: 'How many.', min: 1 })) },
});

const source: BrowserSource = {
  acquire: async () => Promise.reject(new Error('no browser here')),
  stop: async () => {},
};
const capture: Capture<never> = { capture: async () => async () => ({ body: new Uint8Array() }) };

t.test('the engine and the compiler know the kinds of plugins', async (t) => {
  const renderer = createRenderer({
    source,
    plugins: [{ name: 'links', kinds: [links], captures: { links: capture } }],
  });
  t.same(renderer.kinds.names, [...kinds, 'links']);
  const render = async (more: { links_limit?: number }) =>
    renderer.render({ kind: 'links', url: 'https://example.com/', ...more });
  await t.rejects(render({ links_limit: 0 }), {
    code: 'invalid_parameter',
    message: /links_limit/,
  });
  await t.rejects(render({}), { code: 'internal' }, 'it goes as far as the browser');
  // @ts-expect-error a parameter that it does not have
  await t.rejects(renderer.render({ kind: 'links', url: 'https://a.b/', limit: 3 }), {
    code: 'unknown_parameter',
  });
  const plain = createRenderer({ source });
  // @ts-expect-error another engine does not know the kind
  await t.rejects(plain.render({ kind: 'links', url: 'https://a.b/' }), {
    code: 'invalid_parameter',
    message: /^kind must be one of screenshot/,
  });
});

t.test('rejects mismatched kinds and captures at the start', async (t) => {
  const create =
    (...plugins: Plugin[]) =>
    () =>
      createRenderer({ source, plugins });
  t.throws(create({ name: 'a', kinds: [links] }), /plugin a: the kind links has no capture/);
  t.throws(create({ name: 'a', captures: { links: capture } }), /plugin a: no kind is named links/);
  t.throws(
    create({ name: 'a', captures: { pdf: capture } }),
    /plugin a: pdf has a capture already/,
  );
  const whole: Plugin = { name: 'a', kinds: [links], captures: { links: capture } };
  t.throws(create(whole, { ...whole, name: 'b' }), /two kinds with the name links/);
  const pdf = { ...links, name: 'pdf' };
  t.throws(create({ name: 'a', kinds: [pdf] }), /two kinds with the name pdf/);
  t.doesNotThrow(create(whole));
  t.equal(createKindSet([links]).find('pdf'), undefined);
});
