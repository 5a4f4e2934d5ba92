import t from 'tap';
import { piecesOf } from './markdown-pieces.ts';

const shown = (text: string) =>
  piecesOf(text).map(({ type, text: content, address }) =>
    address === '' ? [type, content] : [type, content, address],
  );

t.test('splits a line into text, links, emphasis and code', (t) => {
  t.same(shown('A **b** and *c*, `d*e*` [f](https://a.example/ "g") ![h](x.png) end'), [
    ['text', 'A '],
    ['strong', 'b'],
    ['text', ' and '],
    ['emphasis', 'c'],
    ['text', ', '],
    ['code', 'd*e*'],
    ['text', ' '],
    ['link', 'f', 'https://a.example/'],
    ['text', ' '],
    ['image', 'h'],
    ['text', ' end'],
  ]);
  t.same(shown(String.raw`\*no\* \[no\](https://a.example/) snake_case_name 2*3*4`), [
    ['text', '*no* [no](https://a.example/) snake_case_name 2*3*4'],
  ]);
  t.same(shown('[a](https://a.example/b_(c)) [d](<https://d.example/>)'), [
    ['link', 'a', 'https://a.example/b_(c)'],
    ['text', ' '],
    ['link', 'd', 'https://d.example/'],
  ]);
  t.same(shown('[](https://a.example/)'), [['link', 'https://a.example/', 'https://a.example/']]);
  t.same(shown('[x](javascript:alert) [y](/z)'), [
    ['text', 'x'],
    ['text', ' '],
    ['text', 'y'],
  ]);
  t.same(shown(''), []);
  t.end();
});

// If a text were parsed again from each of its characters, this amount would take minutes.
t.test('piecesOf is linear for hostile text', (t) => {
  const length = 200_000;
  const units = ['[', '](', '[](', '![](', String.raw`\[`, String.raw`[\]`, '`', '**', '*a', '_'];
  units.push('[](()', '[](x "', '[](<', '[]( ', String.raw`**\*`, '*_', '[a](b', '\\', '[](x)(');
  for (const unit of units) {
    for (const before of ['', '[', '[](', '**', '*', '[x](y "']) {
      const text = before + unit.repeat(length / unit.length);
      t.ok(piecesOf(text).length <= text.length);
    }
  }
  t.end();
});
