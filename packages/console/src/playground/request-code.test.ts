import { execFileSync } from 'node:child_process';
import t from 'tap';
import { languages, shownParameters, type CodeRequest } from './request-code.ts';

const hostile = `a'b"c\\d$(touch x)\`e\`\n</script>`;
const request: CodeRequest = {
  kind: 'screenshot',
  parameters: {
    url: `https://example.com/?q=${hostile}`,
    full_page: true,
    cache: false,
    hide_selectors: ['.a', hostile],
    viewport_width: 390,
  },
  origin: 'http://127.0.0.1:3000',
  extension: 'jpeg',
};

t.test('every language writes the request', (t) => {
  for (const [name, write] of Object.entries(languages)) {
    t.match(write(request), /example\.com/, name);
  }
  t.end();
});

t.test('a shell reads the quoted arguments of curl and of the command line unchanged', (t) => {
  const wordsOf = (code: string) =>
    JSON.parse(
      execFileSync(
        'sh',
        [
          '-c',
          `show() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }\n${code}`,
        ],
        {
          encoding: 'utf8',
        },
      ),
    ) as string[];
  const curl = wordsOf((languages['curl']?.(request) ?? '').replace(/^curl/, 'show'));
  t.same(JSON.parse(curl.at(-1) ?? ''), request.parameters);
  const line = wordsOf((languages['Command line']?.(request) ?? '').replace(/^tintype/, 'show'));
  t.same(line, [
    'screenshot',
    request.parameters['url'],
    '--full-page',
    '--no-cache',
    '--hide-selectors',
    '.a',
    '--hide-selectors',
    hostile,
    '--viewport-width',
    '390',
    '-o',
    'page.jpeg',
  ]);
  t.end();
});

t.test('quotes the file name for every extension', (t) => {
  const wicked = `png; touch x #'"$(touch x)`;
  const asked = { ...request, extension: wicked };
  const shell = (code: string) =>
    execFileSync('sh', ['-c', `show() { printf '%s\\n' "$@"; }\n${code}`], { encoding: 'utf8' });
  const curl = shell((languages['curl']?.(asked) ?? '').replace(/^curl/, 'show'));
  t.ok(curl.startsWith(`-o\npage.${wicked}\nhttp`));
  const line = shell((languages['Command line']?.(asked) ?? '').replace(/^tintype/, 'show'));
  t.ok(line.endsWith(`\n-o\npage.${wicked}\n`));
  const written = JSON.stringify(`page.${wicked}`);
  t.ok(languages['TypeScript']?.(asked).includes(`writeFile(${written}, `));
  t.ok(languages['Python']?.(asked).includes(`open(${written}, `));
  t.ok(
    languages['PHP']?.(asked).includes(
      `file_put_contents('page.${wicked.replaceAll("'", String.raw`\'`)}', `,
    ),
  );
  t.end();
});

t.test('writes values and keys as Python literals', (t) => {
  const injected = '"x": __import__("os").system("touch x"), "';
  const steps = [{ [hostile]: null, [injected]: [{ timeout: 200, double: true }] }];
  const parameters = { ...request.parameters, steps };
  const code = languages['Python']?.({ ...request, parameters }) ?? '';
  const [, written = ''] = /json=(.*),\n\)/s.exec(code) ?? [];
  let read: string;
  try {
    read = execFileSync('python3', ['-c', `import json; print(json.dumps(${written}))`], {
      encoding: 'utf8',
    });
  } catch (error) {
    if (/^(?:ENOENT|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) {
      t.match(written, /"full_page": True/);
      t.pass('as Python reads it', { skip: 'python3 is not installed: apt-get install python3' });
      return t.end();
    }
    throw error;
  }
  t.same(JSON.parse(read), parameters);
  t.end();
});

t.test('code has steps as a list, and placeholders instead of secrets', (t) => {
  const steps = [{ fill: '#p', value: '{{password}}' }];
  const given = {
    url: 'https://example.com/',
    steps: JSON.stringify(steps),
    secrets: JSON.stringify({ password: 's3cret' }),
  };
  const shown = shownParameters(given);
  t.same(shown, { url: given.url, steps, secrets: { password: '...' } });
  t.same(shownParameters({ steps: 'x', secrets: 's3cret' }), { steps: 'x', secrets: {} });
  for (const [name, write] of Object.entries(languages)) {
    const code = write({ ...request, parameters: shown });
    t.notMatch(code, /s3cret|\[object/, name);
    t.match(code, /\{\{password\}\}|%7B%7Bpassword%7D%7D/, name);
  }
  t.match(
    languages['Command line']?.({ ...request, parameters: shown }),
    `--steps '[{"fill":"#p","value":"{{password}}"}]'`,
  );
  t.end();
});

t.test('secrets are in no link and no command', (t) => {
  const parameters = { url: 'https://example.com/', secrets: { 'a\nid': '...' } };
  const write = (name: string) => languages[name]?.({ ...request, parameters }) ?? '';
  t.notMatch(write('Signed link'), /"secrets"|a.nid/);
  t.match(write('Signed link'), 'Secrets are omitted');
  t.notMatch(languages['Signed link']?.(request), 'Secrets are omitted');
  const [comment, ...lines] = write('Command line').split('\n');
  t.equal(comment, String.raw`# secrets.json: {"a\nid":"..."}`);
  t.match(lines.join(' '), /^tintype .* --secrets secrets\.json \\ /);
  t.notMatch(lines.join(' '), 'nid');
  t.end();
});
