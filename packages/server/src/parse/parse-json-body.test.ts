import { RenderError } from '@tintype/contract';
import t from 'tap';
import { parseJsonBody } from './parse-json-body.ts';

const refusal = (text: string): string => {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof RenderError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  return 'accepted';
};

t.test('reads what JSON.parse reads', async (t) => {
  for (const value of [
    { url: 'https://example.com/', wait_until: ['load'] },
    { html: '<p title="\\">[[[[[[[[[[[[{{{{{{{{{{{{{{</p>' },
    { html: `${'"'.repeat(50_000)}${'\\'.repeat(50_000)}${'[,'.repeat(50_000)}` },
    [[[[[[[[1]]]]]]]],
    'text',
    null,
  ]) {
    t.same(parseJsonBody(JSON.stringify(value)), value);
  }
});

t.test('a byte order mark is no part of it', async (t) => {
  t.same(parseJsonBody('\ufeff{"a":1}'), { a: 1 });
});

t.test('bounds what can be built', async (t) => {
  t.equal(refusal('['.repeat(9)), 'The body is JSON nested deeper than 8 levels.');
  t.equal(refusal('{"a":'.repeat(3_000_000)), 'The body is JSON nested deeper than 8 levels.');
  t.equal(refusal(`[${'[],'.repeat(20_000)}1]`), 'The body is JSON of more than 20000 values.');
  t.equal(refusal(`[${'1,'.repeat(5_000_000)}1]`), 'The body is JSON of more than 20000 values.');
});

t.test('says where it goes wrong, and repeats nothing', async (t) => {
  t.equal(refusal(''), 'The body is not JSON: it is empty.');
  t.equal(refusal('{"a": "b'), 'The body is not JSON: it cannot be read from character 8 on.');
  t.equal(refusal('{"url"'), 'The body is not JSON: it cannot be read from character 6 on.');
  for (const text of ['{secret}', 'access_key=secret', "{'a': 'secret'}", '{"a":"secret"']) {
    t.match(refusal(text), /^The body is not JSON: it /);
    t.notMatch(refusal(text), /secret/);
  }
});

t.test('names that mean something to JavaScript stay names', async (t) => {
  const body = parseJsonBody('{"__proto__": {"polluted": true}, "constructor": 1}') as object;
  t.same(Object.keys(body), ['__proto__', 'constructor']);
  t.notOk('polluted' in {});
});
