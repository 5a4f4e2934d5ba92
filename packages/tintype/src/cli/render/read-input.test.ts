import t from 'tap';
import { readParameterFiles, targetsOfInput } from './read-input.ts';

t.test('distinguishes a list of URLs from HTML', async (t) => {
  t.match(targetsOfInput('https://a.example/x?y=1\r\n\n# two\n HTTP://b.example \n'), [
    { from: 'url', url: 'https://a.example/x?y=1', allow: ['a.example:80', 'a.example:443'] },
    { from: 'url', url: 'http://b.example/' },
  ]);
  for (const html of [
    '<p>x',
    'plain text',
    'https://a.example <b>and more</b>',
    'https://a.example\nplain text',
    '#only a remark',
  ]) {
    t.same(targetsOfInput(html), [{ typed: '-', from: 'html', html }], html);
  }
  t.throws(() => targetsOfInput(' \n'), /stdin must be HTML, or a list of URLs; got nothing/);
  t.throws(() => targetsOfInput('http://a.example/\n'.repeat(10_001)), /at most 10000 URLs/);
});

t.test('a storage state is read from its file', async (t) => {
  const dir = t.testdir({ 'state.json': '{"cookies":[]}' });
  const read = async (storage_state: string) => {
    const parameters = { storage_state };
    await readParameterFiles(parameters);
    return parameters.storage_state;
  };
  t.equal(await read(`${dir}/state.json`), '{"cookies":[]}');
  t.equal(await read(' {"origins":[]}'), ' {"origins":[]}');
  await t.rejects(read(`${dir}/none.json`), /--storage-state .*none.json: there is no such file\./);
  await t.rejects(read(dir), /cannot be read \(EISDIR\)/);
});
