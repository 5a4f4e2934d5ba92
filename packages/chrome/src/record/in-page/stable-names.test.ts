import t from 'tap';
import { isGenerated } from './stable-names.ts';

t.test('names that programs make are recognised', async (t) => {
  for (const name of [
    'login',
    'user_name',
    'step-2',
    'h1',
    'nav-main',
    'mainContent',
    'col2',
    'userPinCode',
    'input-1',
    'react',
  ]) {
    t.equal(isGenerated(name), false, name);
  }
  for (const name of [
    ':r1:',
    'css-1q2w3e',
    'sc-bdVaJa',
    'ember1234',
    'radix-:r3:',
    'react-select-2-input',
    'Button_root__3xY9z',
    'a8b2x9k',
    '4f1c',
    'item-20260101',
    '_r_1_',
    'mat-input-3',
    'el-id-7-23',
    'rc_select_0',
    'input-42',
    'm_fRsQx',
    'jsx-3f2',
  ]) {
    t.equal(isGenerated(name), true, name);
  }
});
