import t from 'tap';
import { isUnchanged } from './is-unchanged.ts';

t.test('tags that are known', async (t) => {
  const sha256 = 'a'.repeat(64);
  const knows = (known?: string) => isUnchanged({ 'if-none-match': known }, sha256);
  for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"b", W/"${sha256}"`, '*'])
    t.ok(knows(known), known);
  for (const known of [undefined, '', sha256, '"b"', `"x${sha256}"`])
    t.notOk(knows(known), String(known));
});
