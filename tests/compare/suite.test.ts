import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFixtureServer, readPixels } from '@tintype/testkit';
import t from 'tap';
import { jsonLines } from '../cli/run-cli.ts';
import { expectRefusals, runHere } from '../cli/run-here.ts';

const server = await createFixtureServer(t);
const page = (name: string, colour: string, more = '') =>
  server.page(
    `/${name}`,
    `<!doctype html><title>${name}</title><body style="margin:0;background:#fff"><div style="position:absolute;left:20px;top:40px;width:60px;height:30px;background:${colour}"></div>${more}`,
  );
const size = ['-w', '200', '-H', '100'];

t.test('new pages are accepted, then compared, and differences are reported', async (t) => {
  const dir = t.testdir({});
  const [home, about] = [page('home', '#f00'), page('about', '#0a0')];
  writeFileSync(`${dir}/urls.yml`, `- { name: Home page, url: "${home}" }\n- ${about}\n`);
  const args = ['compare', '--baseline', 'accepted', '--urls', 'urls.yml', ...size];
  const run = (...more: string[]) => runHere([...args, ...more], { cwd: dir });
  const first = await run();
  t.equal(first.code, 1, first.stderr);
  t.match(String(first.stdout), /^new {5}Home page$/m);
  t.match(String(first.stdout), /2 new\. To accept what is changed or new, repeat with --update/);
  t.notOk(existsSync(`${dir}/accepted`), 'nothing is accepted unless it is asked for');
  t.match(await run('--update'), { code: 0 });
  const names = readdirSync(`${dir}/accepted`);
  t.same(names.includes('Home-page.png') && names.length, 2);
  const same = await run();
  t.match(same, { code: 0, stderr: '' });
  t.match(String(same.stdout), /^2 same\.$/m);

  page('home', '#00f');
  const changed = await run('--report', 'out/report.html', '--retries', '0');
  t.equal(changed.code, 1);
  t.match(
    String(changed.stdout),
    /^changed Home page: 9\.00 % of the pixels, 1 region$[^]*^1 same, 1 changed\.[^]*^Report: out\/report\.html$/m,
  );
  t.same(readdirSync(`${dir}/out/report-files`).toSorted(), [
    '1-after.png',
    '1-before.png',
    '1-differences.png',
  ]);
  const overlay = await readPixels(readFileSync(`${dir}/out/report-files/1-differences.png`));
  t.same(overlay.at(50, 55).slice(0, 3), [207, 34, 46]);
  const [record] = jsonLines((await run('--json')).stdout).filter(
    ({ outcome }) => outcome === 'changed',
  );
  t.match(record, { name: 'Home page', file: 'Home-page.png', changed: 0.09, region_count: 1 });
  t.match(await run('--ignore', '20,40,60,30'), { code: 0 });
  t.match(await run('--ignore-selectors', 'div'), { code: 0 }, 'an area of the page');
  t.match(await run('--max-changed', '0.1'), { code: 0 });
  t.match(await run('--update'), { code: 0 });
  t.match(await run('--report', 'out/report.html'), { code: 0 });
  t.same(readdirSync(`${dir}/out/report-files`), [], 'images of the earlier report are removed');
  writeFileSync(`${dir}/accepted/old.png`, '');
  for (const more of [[], ['--json']]) {
    t.match((await run(...more)).stderr, /old\.png belongs to no page of this run/);
  }
});

t.test('each page has its sizes, and parameters of its own', async (t) => {
  const dir = t.testdir({});
  const url = page('sized', '#f00');
  const list = [
    { name: 'a/b', url, sizes: ['90x80', '120x80'] },
    { name: 'Small', url, viewport_width: 60, viewport_height: 50 },
    { html: '<p>x', name: 'inline', sizes: '70x70' },
  ];
  writeFileSync(`${dir}/pages.json`, JSON.stringify(list));
  const args = ['compare', '--baseline', 'b', '--urls', 'pages.json', '--update'];
  const { code, stderr } = await runHere(args, { cwd: dir });
  t.equal(code, 0, stderr);
  const names = readdirSync(`${dir}/b`).toSorted();
  t.same(names, ['Small.png', 'a-b-120x80.png', 'a-b-90x80.png', 'inline-70x70.png']);
  const small = await readPixels(readFileSync(`${dir}/b/Small.png`));
  t.match(small, { width: 60, height: 50 });
  const typed = ['compare', '--baseline', 'c', url, '--sizes', '60x40,80x40', '--update'];
  t.match(await runHere(typed, { cwd: dir }), { code: 0 });
  t.equal(readdirSync(`${dir}/c`).length, 2);
});

t.test('pages are deterministic, unless one or a flag says otherwise', async (t) => {
  const dir = t.testdir({});
  const html =
    '<body><script>document.body.style.background = `rgb(${[1, 2, 3].map(() => Math.random() * 255)})`</script>';
  const list = [
    { html, name: 'usual' },
    { html, name: 'own', deterministic: false },
  ];
  writeFileSync(`${dir}/pages.json`, JSON.stringify(list));
  const args = ['compare', '--baseline', 'b', '--urls', 'pages.json', '--retries', '0', ...size];
  t.match(await runHere([...args, '--update'], { cwd: dir }), { code: 0 });
  const again = await runHere(args, { cwd: dir });
  t.match(String(again.stdout), /^same {4}usual$/m);
  t.match(String(again.stdout), /^changed own: /m);
  const random = await runHere([...args, '--no-deterministic'], { cwd: dir });
  t.match(String(random.stdout), /^changed usual: /m);
});

t.test('a page that fails, or answers with an error, is no new image', async (t) => {
  const dir = t.testdir({});
  const args = ['compare', '--baseline', 'b', 'http://127.0.0.1:9/', server.url('/none'), ...size];
  const { code, stdout } = await runHere([...args, '--update', '--report', 'r.html'], { cwd: dir });
  t.equal(code, 2);
  t.match(String(stdout), /^failed {2}http:\/\/127\.0\.0\.1:9\/: /m);
  t.match(String(stdout), /2 failed\.$/m);
  t.notOk(existsSync(`${dir}/b`));
  t.match(readFileSync(`${dir}/r.html`, 'utf8'), /<section data-outcome="failed">/);
});

t.test('a page that differs once is rendered again', async (t) => {
  const dir = t.testdir({});
  let colour = '#f00';
  let asked = 0;
  const url = server.route('/unstable', (_request, response) => {
    asked += 1;
    const shown = asked === 2 ? '#00f' : colour;
    response.end(`<!doctype html><body style="background:${shown}">`);
  });
  const args = ['compare', '--baseline', 'b', url, ...size];
  t.match(await runHere([...args, '--update'], { cwd: dir }), { code: 0 });
  const again = await runHere(args, { cwd: dir });
  t.match(again, { code: 0 });
  t.match(String(again.stdout), /^same .*\(differed when it was rendered again\)$/m);
  colour = '#0f0';
  const changed = await runHere(args, { cwd: dir });
  t.match(changed, { code: 1 });
  t.notMatch(String(changed.stdout), /rendered again/, 'it was the same both times');
});

t.test(
  'an accepted image that cannot be compared fails its page, and can be replaced',
  async (t) => {
    const url = page('repaired', '#f00');
    const dir = t.testdir({});
    const args = ['compare', '--baseline', 'b', '--urls', 'urls.yml', ...size];
    writeFileSync(`${dir}/urls.yml`, `- { name: Repaired, url: "${url}" }\n`);
    t.match(await runHere([...args, '--update'], { cwd: dir }), { code: 0 });
    writeFileSync(`${dir}/b/Repaired.png`, '');
    const broken = await runHere(args, { cwd: dir });
    t.equal(broken.code, 2);
    t.match(String(broken.stdout), /^failed {2}Repaired: The earlier file is no image/m);
    t.notMatch(String(broken.stdout), /rendered again/);
    const update = await runHere([...args, '--update'], { cwd: dir });
    t.match(update, { code: 0 });
    t.match(String(update.stdout), /^changed Repaired/m);
    t.match(await runHere(args, { cwd: dir }), { code: 0 });
  },
);

t.test('a page that failed before it was the same is stable', async (t) => {
  const dir = t.testdir({});
  const answers = [200, 503];
  const url = server.route('/failing', (_request, response) => {
    response.writeHead(answers.shift() ?? 200, { 'content-type': 'text/html' });
    response.end('<!doctype html><body style="background:#0ff">');
  });
  const args = ['compare', '--baseline', 'b', url, ...size];
  t.match(await runHere([...args, '--update'], { cwd: dir }), { code: 0 });
  const { stdout } = await runHere(args, { cwd: dir });
  t.notMatch(String(stdout), /rendered again/);
});

t.test('an image that is too large to compare is not accepted', async (t) => {
  const dir = t.testdir({});
  const url = page('tall', '#f00', '<div style="height:26000px">');
  const args = ['compare', '--baseline', 'b', url, '-w', '1000', '--full-page', '--update'];
  const { code, stdout } = await runHere(args, { cwd: dir });
  t.equal(code, 2);
  t.match(String(stdout), /^failed .*at most 25000000 pixels can be compared; got 1000 x 26000/m);
  t.notOk(existsSync(`${dir}/b`));
});

t.test('files that cannot be read or written are no differences', async (t) => {
  const url = page('plain', '#f00');
  const dir = t.testdir({ file: 'x', b: { 'Plain.png': {} }, 'r-files': 'x' });
  writeFileSync(`${dir}/urls.yml`, `- { name: Plain, url: "${url}" }\n`);
  const run = async (...more: string[]) => {
    const { code, stderr } = await runHere(['compare', '--urls', 'urls.yml', ...size, ...more], {
      cwd: dir,
    });
    t.equal(code, 2, more.join(' '));
    t.notMatch(stderr, / -o/);
    return stderr;
  };
  t.match(await run('--baseline', 'b'), /b\/Plain\.png: The accepted image cannot be read/);
  t.match(await run('--baseline', 'file/x', '--update'), /file\/x\/Plain\.png: /);
  t.match(await run('--baseline', 'c', '--report', 'r.html'), /r-files\/1-after\.png: /);
});

const story = (id: string, more: object = {}) => ({
  id,
  title: 'Button',
  name: id,
  type: 'story',
  ...more,
});
const storyPage = `<!doctype html><body><script>
  document.body.append(new URL(location).searchParams.get('id'));
  setTimeout(() => document.body.classList.add('sb-show-main'), 100);
</script>`;
const index = JSON.stringify({
  v: 5,
  entries: {
    a: story('button--a', { tags: ['dev', 'test'] }),
    b: story('button--b'),
    c: story('button--docs', { type: 'docs' }),
    d: story('button--d', { tags: ['dev'] }),
    e: 'nonsense',
  },
});

t.test('stories of a Storybook, built or running', async (t) => {
  const dir = t.testdir({ built: { 'index.json': index, 'iframe.html': storyPage } });
  server.route('/sb/index.json', (_request, response) => void response.end(index));
  server.page('/sb/iframe.html', storyPage);
  for (const place of ['built', server.url('/sb/'), server.url('/sb')]) {
    const args = ['compare', '--baseline', 'b', '--storybook', place, ...size, '--update'];
    const { code, stdout, stderr } = await runHere(args, { cwd: dir });
    t.equal(code, 0, stderr);
    t.match(String(stdout), place === 'built' ? /2 new/ : /2 same/, place);
  }
  t.same(readdirSync(`${dir}/b`).toSorted(), ['Button-button-a.png', 'Button-button-b.png']);
});

t.test('what it refuses', async (t) => {
  const dir = t.testdir({
    'two.yml':
      '- { name: A, url: "http://127.0.0.1:9/a" }\n- { name: a, url: "http://127.0.0.1:9/b" }',
    'name.yml': '- { name: "--", url: "http://127.0.0.1:9/a" }',
    'wrong.yml': '- { url: "http://127.0.0.1:9/a", widht: 3 }',
    'size.yml': '- { url: "http://127.0.0.1:9/a", sizes: [small] }',
    built: { 'iframe.html': '', 'index.json': '{}' },
  });
  const url = 'http://127.0.0.1:9/';
  await expectRefusals(
    t,
    {
      'compare --baseline b': /Name pages to compare/,
      'compare --baseline b --urls two.yml': /Two images would be a\.png: A and a/,
      'compare --baseline b --urls name.yml': /entry 1: name must be a text with letters/,
      'compare --baseline b --urls wrong.yml': /entry 1: .*widht/,
      'compare --baseline b --urls size.yml': /entry 1: sizes are written as 375x667; got "small"/,
      'compare --baseline b --urls none.yml': /--urls none\.yml: there is no such file/,
      'compare --baseline b --storybook built': /there is no index\.json of Storybook 7/,
      [`compare --baseline b ${url} --report r.txt`]: /--report must be an \.html file/,
      [`compare --baseline b ${url} -o a.png`]: /--output has no effect with --baseline/,
      [`compare --baseline b ${url} --text`]: /--text has no effect/,
      [`compare --baseline b ${url} --retries 6`]: /--retries must be/,
      [`compare --baseline b ${url} --max-changed 2`]: /--max-changed takes a number from 0 to 1/,
      [`compare --baseline b -`]: /--urls -/,
      [`compare ${url} ${url} --update`]: /--update needs --baseline/,
    },
    { cwd: dir },
  );
});
