import t from 'tap';
import { keyOf, keysOf } from './keys.ts';

t.test('keys are those of a US keyboard', async (t) => {
  t.match(keyOf('Enter'), { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' });
  t.match(keyOf('a'), { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a' });
  t.match(keyOf('!'), { key: '!', code: 'Digit1', windowsVirtualKeyCode: 49 });
  t.match(keyOf('?'), { key: '?', code: 'Slash' });
  t.match(keyOf('F5'), { code: 'F5', windowsVirtualKeyCode: 116 });
  t.match(keyOf('ctrl'), { key: 'Control', location: 1 });
  t.equal(keyOf('Entr'), undefined);
});

t.test('a combination is split at plus signs', async (t) => {
  t.same(
    keysOf('Control+Shift+A')?.map(({ key }) => key),
    ['Control', 'Shift', 'A'],
  );
  t.same(
    keysOf('Control++')?.map(({ key }) => key),
    ['Control', '+'],
  );
  t.same(
    keysOf('+')?.map(({ key }) => key),
    ['+'],
  );
  t.equal(keysOf('Control+Nope'), undefined);
});
