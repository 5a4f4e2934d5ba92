import { existsSync, readFileSync } from 'node:fs';
import { createFixtureServer, readPixels } from '@tintype/testkit';
import t from 'tap';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const page = (name: string, content: string) =>
  server.page(
    `/${name}`,
    `<!doctype html><title>${name}</title><body style="margin:0;background:#fff">${content}`,
  );
const box = (colour: string, top = 40) =>
  `<div style="position:absolute;left:20px;top:${top}px;width:60px;height:30px;background:${colour}"></div>`;
const size = ['-w', '200', '-H', '100'];

t.test('regions of two pages are named after their elements', async (t) => {
  const shop = (name: string, price: string, shift: number) =>
    page(name, `<h1 style="height:${shift}px;margin:0">Lamps</h1><p id="price">${price} euros</p>`);
  const [before, after] = [shop('before', '49', 50), shop('after', '45', 50)];
  const { stdout } = await runHere(['compare', before, after, ...size]);
  t.match(String(stdout), /\n {2}text .* #price "49 euros" -> "45 euros"\n$/);
  const part = await runHere(['compare', before, after, ...size, '--selector', '#price']);
  t.equal(part.code, 1);
  t.notMatch(String(part.stdout), '#price', 'the places of elements in it are not known');
});

t.test('two pages: exit code, regions, and an image of the differences', async (t) => {
  const dir = t.testdir({});
  const [red, blue] = [page('red', box('#f00')), page('blue', box('#00f'))];
  const args = ['compare', red, blue, ...size, '-o', 'out/differences.png'];
  const { code, stdout, stderr } = await runHere(args, { cwd: dir });
  t.equal(code, 1, stderr);
  t.match(
    String(stdout),
    /^Different: 9\.00 % of the pixels, 1 region, similarity 0\.\d+\.\n {2}colour {3}60 x 30 at 20,40\n$/,
  );
  const overlay = await readPixels(readFileSync(`${dir}/out/differences.png`));
  t.match(overlay, { width: 200, height: 100, format: 'png' });
  t.same(overlay.at(50, 55).slice(0, 3), [207, 34, 46], 'red where they differ');
  t.same(overlay.at(150, 80).slice(0, 3), [255, 255, 255]);
  const both = [...args.slice(0, -1), 'both.png', '--side-by-side', '--json'];
  const { stdout: json } = await runHere(both, { cwd: dir });
  t.notOk('sideBySide' in JSON.parse(String(json)), 'JSON has no images');
  const beside = await readPixels(readFileSync(`${dir}/both.png`));
  t.match(beside, { width: 416, height: 100, format: 'png' });
  t.same(beside.at(50, 55).slice(0, 3), [255, 0, 0]);
  t.same(beside.at(266, 55).slice(0, 3), [0, 0, 255]);
  const same = await runHere(['compare', red, red, ...size], { cwd: dir });
  t.match(same, { code: 0 });
  t.equal(String(same.stdout), 'Same.\n');
  const ignored = await runHere(['compare', red, blue, ...size, '--ignore', '20,40,60,30'], {
    cwd: dir,
  });
  t.equal(ignored.code, 0, 'what is ignored does not count');
  const selected = [...size, '--ignore-selectors', 'div'];
  const moved = page('moved', box('#00f', 55));
  t.match(await runHere(['compare', red, moved, ...selected], { cwd: dir }), { code: 0 });
  const wrong = await runHere(['compare', red, moved, '--ignore-selectors', '%'], { cwd: dir });
  t.match(wrong, { code: 2, stderr: /ignore_selectors: "%" is not a CSS selector/ });
});

t.test('files, beside pages that are rendered as they are', async (t) => {
  const dir = t.testdir({
    'old.md': '# Prices\n\nSmall: 5 EUR\n',
    'new.md': '# Prices\n\nSmall: 6 EUR\n',
    'page.html': '<title>x</title><main><h1>Prices</h1><p>Small: 5 EUR</p></main>',
    'a.json': '{"a":1,"b":2}',
    'b.json': '{"b":2,"a":1}',
  });
  const run = (...args: string[]) => runHere(['compare', ...args], { cwd: dir });
  const texts = await run('old.md', 'new.md');
  t.equal(texts.code, 1);
  t.equal(
    String(texts.stdout),
    'Different: 1 line added, 1 line removed.\n@@ -1,3 +1,3 @@\n # Prices\n \n-Small: 5 EUR\n+Small: 6 EUR\n',
  );
  t.match(await run('old.md', 'page.html'), { code: 0 }, 'the page is read as Markdown');
  t.match(await run('a.json', 'b.json'), { code: 0 });
  t.match(await run('old.md', 'new.md', '--ignore-text', String.raw`\d EUR`), { code: 0 });
  const { code, stdout } = await run('old.md', 'new.md', '--json', '-o', 'a.diff');
  t.equal(code, 1);
  t.match(JSON.parse(String(stdout)), { type: 'text', same: false, added: 1, removed: 1 });
  t.match(readFileSync(`${dir}/a.diff`, 'utf8'), /^@@ -1,3/);
  const piped = await run('old.md', 'new.md', '-o', '-');
  t.match(String(piped.stdout), /^@@ -1,3 \+1,3 @@\n/);
  const idle = await run('old.md', 'new.md', '--full-page');
  t.match(idle.stderr, /--full-page has no effect: no page is rendered/);
  const quiet = await run('old.md', 'new.md', '--quiet');
  t.match(quiet, { code: 1 });
  t.equal(quiet.stdout.length, 0);
});

t.test('pages as JSON: fields that differ', async (t) => {
  const dir = t.testdir({});
  const scrape = async (name: string, price: string, link: string) => {
    const url = page(
      'lamp',
      `<h1>Lamp</h1><p>A lamp of steel.</p><a href="/${link}">${link}</a><script type="application/ld+json">{"@type":"Product","price":"${price}"}</script>`,
    );
    await runHere(['scrape', url, '--format', 'json', '-o', name], { cwd: dir });
  };
  await scrape('a.json', '49', 'steel');
  await scrape('b.json', '45', 'brass');
  const { code, stdout } = await runHere(['compare', 'a.json', 'b.json', '-o', 'c'], { cwd: dir });
  t.equal(code, 1);
  const [, ...lines] = String(stdout).trimEnd().split('\n');
  t.same(lines, [
    `  removed  links "${server.url('/steel')}"`,
    `  added    links "${server.url('/brass')}"`,
    '  changed  json_ld[0].price "49" -> "45"',
  ]);
});

t.test('what cannot be compared has another exit code than a difference', async (t) => {
  const dir = t.testdir({ 'a.png': 'no image', 'b.md': 'x', 'c.md': 'y' });
  const gone = await runHere(['compare', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/'], {
    cwd: dir,
  });
  t.equal(gone.code, 2, String(gone.stderr));
  const refusals = {
    'compare b.md': /Name what to compare: .*got 1 of 2/,
    'compare b.md c.md b.md': /got 3 of 2/,
    'compare none.png b.md': /none\.png: there is no such file/,
    'compare a.png a.png': /The earlier file is no image/,
    'compare a.png b.md':
      /Only two images, two PDFs or two texts can be compared; got image\/png and text\/markdown/,
    'compare - b.md': /takes files and URLs/,
    'compare a.png a.png -o a.jpeg': /the differences of images are a \.png file/,
    'compare b.md c.md --ignore 1,2,3': /--ignore takes x,y,width,height/,
    'compare b.md c.md --threshold 0.2': /--threshold has no effect on texts/,
    'compare b.md c.md --ignore 1,2,3,4': /--ignore has no effect on texts/,
    'compare b.md c.md --threshold 2': /--threshold takes a number from 0 to 1/,
    'compare b.md c.md --ignore-text [': /--ignore-text takes a regular expression; got "\["/,
    'compare a.png a.png --text': /--text is for pages and texts; these are images/,
    'compare b.md c.md -o a.png': /the differences of texts are a diff, and no \.png/,
    'compare a.png a.png --side-by-side': /needs a file: add -o side-by-side\.png/,
    'compare b.md c.md --side-by-side -o a': /is for images; these are texts/,
    'compare b.md c.md --treshold 1': /Did you mean --threshold\?/,
  };
  const missing = server.url('/missing');
  const errors = await runHere(['compare', missing, missing, ...size], { cwd: dir });
  t.equal(errors.code, 0);
  t.match(errors.stderr, /404/, 'an error page is pointed out');
  await expectRefusals(t, refusals, { cwd: dir });
  t.notOk(existsSync(`${dir}/a.jpeg`));
});
