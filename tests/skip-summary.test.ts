import t from 'tap';
import { summarizeSkips } from './skip-summary.ts';

t.test('counts the skipped tests of each reason, the most common first', async (t) => {
  const lines = [
    'ok 1 - a # SKIP curl is not installed: apt-get install curl',
    '    ok 2 - b # SKIP ffmpeg is not installed: apt-get install ffmpeg',
    '    ok 3 - c # SKIP ffmpeg is not installed: apt-get install ffmpeg',
    'ok 4 - d # SKIP',
    'not ok 5 - skips nothing',
  ];
  t.same(summarizeSkips(lines), [
    '# 2 skipped: ffmpeg is not installed: apt-get install ffmpeg',
    '# 1 skipped: curl is not installed: apt-get install curl',
    '# 1 skipped: no reason given',
  ]);
  t.same(summarizeSkips([]), []);
});
