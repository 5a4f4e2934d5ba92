import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

// Comments, docstrings, test titles and documents use the words of the field: those of MDN, the
// Chrome DevTools Protocol and Node's documentation.

const root = join(import.meta.dirname, '..');

/** Words that readers stop at, with those to use instead. */
const rules: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|whoever|whosoever)\b/i, 'a noun: no caller, a client, another account'],
  [
    /\b(?:is|are|was|were|be|been) told\b|\btold (?:by|to|of|anyway|at|alone|once)\b/i,
    'returned, reported, logged, the response contains',
  ],
  [/\banew\b/i, 'again'],
  [/\binstants?\b/i, 'timestamp, time'],
  [/\bbegun\b/i, 'started'],
  [/\bin place of\b/i, 'instead of'],
  [/\b(?:and|or) the like\b/i, 'and similar'],
  [/\bof now\b/i, 'current'],
  [/\bdearest\b/i, 'most expensive'],
  [/\bfilm(?:s|ed|ing)?\b/i, 'video, record'],
  [/\bha(?:s|ve) to be\b/i, 'must be'],
  [/\blooked at\b/i, 'inspected, checked, read'],
  [/\bas good as\b/i, 'the exact relation: equals, counts as'],
  [/\bis no matter\b|\bnot concerned\b/i, 'does not apply'],
  [/\bgo(?:es)? by\b/i, 'uses'],
  [/\bstands? (?:in|beside|for|there|alone|above|below|behind|before)\b/i, 'is in, means'],
  [/\blies? (?:in|on|below|beside|there|encrypted)\b/i, 'is stored in, is in'],
  [/\bwhat (?:is|was|are|were) (?:kept|wanted|asked|left|there|missing|needed)\b/i, 'a noun'],
  [/\btongue\b/i, 'language'],
  [/\bjudge[sd]?\b/i, 'check, policy'],
  [/\bgives? (?:what|how|whether|back)\b/i, 'returns, provides'],
  [/\bRuns in the page\b/, 'nothing: the folder in-page says so'],
];
const opening =
  /^\/\*\*\s+(?:What|Whether|How|Where|Those|Who|Which|Gives|Makes|Tells|Says|Takes|Has)\b/;

/** Places where one of the words is the right one, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'packages/console/src/usage/usage-page.tsx': 'the rest of a quota, as the page calls it',
};

/** The text to check of each line: comments of code, prose of Markdown, titles of tests. */
function proseOf(path: string): { line: number; text: string }[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  let inComment = false;
  let inFence = false;
  return lines.flatMap((text, index) => {
    const line = index + 1;
    if (path.endsWith('.md')) {
      if (/^\s*```/.test(text)) inFence = !inFence;
      return inFence ? [] : [{ line, text }];
    }
    const wasInComment = inComment;
    const comment = /(?:^|\s)(?:\/\/|\/\*).*$/.exec(text)?.[0];
    if (/\/\*/.test(text)) inComment = true;
    if (/\*\//.test(text)) inComment = false;
    if (wasInComment) return [{ line, text }];
    const title = /\b(?:t\.test|testInDepth)\(\s*(?:t, )?(['`].*['`])/.exec(text)?.[1];
    return [comment, title].flatMap((part) => (part === undefined ? [] : [{ line, text: part }]));
  });
}

t.test('comments, titles and documents use the words of the field', async (t) => {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(?:ts|tsx|js|md)$/.test(path))
    .filter((path) => !/(?:^|\/)fixtures\/|^tests\/scrape\/pages\/|^tests\/words/.test(path));
  t.ok(paths.length > 1000);
  const found = paths
    .filter((path) => !Object.hasOwn(allowed, path))
    .flatMap((path) =>
      proseOf(path).flatMap(({ line, text }) => {
        const prose = text.trim().replace(/`[^`]*`/g, '');
        const wrong = rules.flatMap(([pattern, instead]) => {
          const word = pattern.exec(prose)?.[0];
          return word === undefined ? [] : [`${path}:${line}: "${word}": ${instead}`];
        });
        const start = opening.exec(text.trim())?.[0];
        if (start !== undefined) wrong.push(`${path}:${line}: "${start}": a verb or a noun`);
        return wrong;
      }),
    );
  t.same(found, []);
});
