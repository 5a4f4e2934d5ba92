import { COLOURS, cssColour, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// Pages that navigate away during a capture. Chromium then fails the running calls, or never
// responds to them.

const lab = await createLab(t);
const end = lab.server.page(
  '/end',
  `<!doctype html><title>end</title><style>html{background:${cssColour(COLOURS.blue)}}body{margin:0;height:3000px}</style><h1>end</h1>`,
);
const small = { viewport_width: 300, viewport_height: 200 };
const text = '<p>some text</p>'.repeat(300);
const styles = `<style>html{background:${cssColour(COLOURS.green)}}body{margin:0;height:3000px}</style>`;

/** A page that leaves so long after it was parsed. */
function leavingUrl(afterMs: number): string {
  const script = `setTimeout(() => { location.href = ${JSON.stringify(end)}; }, ${afterMs})`;
  return lab.server.page(
    `/leaving-${afterMs}`,
    `<!doctype html><title>start</title>${styles}<h1>start</h1>${text}<script>${script}</script>`,
  );
}

const moments = [40, 70, 100, 130, 160];
const ways = {
  'a viewport': {},
  'a full page': { full_page: true },
  'an element': { selector: 'h1' },
  'a page that is scrolled': {
    full_page: true,
    full_page_scroll: true,
    full_page_scroll_by_duration: 30,
  },
  'a PDF': { kind: 'pdf' },
  'a PDF of one page': { kind: 'pdf', pdf_single_page: true },
  Markdown: { kind: 'scrape', format: 'md' },
};

for (const [nth, [name, parameters]] of Object.entries(ways).entries())
  t.test(`${name}, whenever the page leaves`, async (t) => {
    // In the default run every way has one of the moments, and every moment one of the ways.
    const isCovering = (at: number) => (at + nth) % 5 === 0;
    const tried = moments.filter((afterMs, at) => isCovering(at) || inDepth(t, `${afterMs} ms`));
    const renders = tried.map(async (afterMs) => {
      const url = leavingUrl(afterMs);
      const result = await lab.render({ format: 'png', timeout: 15, ...small, ...parameters, url });
      return [result.metadata.title, result.url];
    });
    for (const [title, url] of await Promise.all(renders)) {
      t.match(title, /^(start|end)$/);
      t.match(url, title === 'end' ? '/end' : '/leaving', 'the metadata is that of one document');
    }
  });

t.test('the image and the metadata are of the same page', async (t) => {
  for (const afterMs of moments.filter((_, at) => at === 1 || inDepth(t))) {
    const { result, image } = await lab.shoot({
      url: leavingUrl(afterMs),
      ...small,
      full_page: true,
    });
    const colour = result.metadata.title === 'end' ? COLOURS.blue : COLOURS.green;
    image.expectSolid(colour, 0, { x: 290, y: 0, width: 1, height: 3000 });
  }
});

t.test('hidden elements and styles hold for the next page, after the click', async () => {
  const { image } = await lab.shoot({
    url: lab.server.page(
      '/clicked',
      `<!doctype html>${styles}<h1 onclick="setTimeout(() => location.href = '/end', 60)">start</h1>`,
    ),
    click_selector: 'h1',
    inject_css: `h1{position:absolute;top:0;left:0;width:50px;height:50px;color:transparent;background:${cssColour(COLOURS.red)}}`,
    delay: 0.5,
  });
  image.expectSolid(COLOURS.red, 0, { x: 5, y: 30, width: 10, height: 10 });
});

t.test('a refresh is followed', async (t) => {
  const url = lab.server.page(
    '/refresh',
    `<!doctype html><title>start</title><meta http-equiv=refresh content="0;url=/end">${styles}`,
  );
  const { metadata } = await lab.render({ url, ...small, full_page: true });
  t.equal(metadata.title, 'end');
});

t.test('a change of address inside the document is no other page', async (t) => {
  const url = lab.server.page(
    '/router',
    `<!doctype html><title>router</title>${styles}<script>
let count = 0;
setInterval(() => { history.pushState({}, '', '/router?' + (count += 1)); location.hash = count; }, 5);
</script>`,
  );
  const { result, image } = await lab.shoot({ url, ...small, full_page: true });
  t.equal(result.metadata.title, 'router');
  t.equal(image.height, 3000);
  t.equal(lab.server.requests('/router').length, 1);
});

t.test('a page that never rests has an error code of its own, or is an image', async (t) => {
  const url = lab.server.page(
    '/restless',
    `<!doctype html><title>restless</title>${styles}${text}<script>setTimeout(() => location.reload(), 60)</script>`,
  );
  for (const parameters of [{ full_page: true }, { kind: 'pdf' }]) {
    const outcome = await lab
      .render({ url, timeout: 3, ...small, ...parameters })
      .then(() => 'rendered')
      .catch((error: { code: string }) => error.code);
    t.match(outcome, /^(rendered|page_navigating|timeout)$/);
  }
});
