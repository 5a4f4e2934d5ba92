import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '@tintype/chrome';
import { readPixels, type DecodedImage } from '@tintype/testkit';
import { launch } from 'puppeteer-core';
import t from 'tap';
import { browserOptions } from '../browser-options.ts';
import { createLab } from '../parameters/lab.ts';

const { server, renderer } = await createLab(t);
const { path: executablePath, flavour } = await findBrowser(browserOptions());

/** An image of an archive in a browser of its own, in a window of 800 x 600. */
async function open(dir: string, body: Uint8Array): Promise<DecodedImage> {
  const file = join(dir, 'page.mhtml');
  writeFileSync(file, body);
  // Not with --screenshot, on which the bundled shell does not end.
  const browser = await launch({
    executablePath,
    headless: flavour === 'headless-shell' ? 'shell' : true,
    args: ['--no-sandbox', '--hide-scrollbars'],
    defaultViewport: { width: 800, height: 600 },
  });
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    return await readPixels(await page.screenshot());
  } finally {
    await browser.close();
  }
}

const viewport = { viewport_width: 800, viewport_height: 600 };

t.test('an archive is opened again without the site, and shows the same', async (t) => {
  server.file('/sheet.css', 'text/css', 'h1 { background: #06c; margin: 0; height: 100px }');
  const square = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${colour}"/></svg>`;
  server.file('/square.svg', 'image/svg+xml', square('#c00'));
  server.file('/late.svg', 'image/svg+xml', square('#090'));
  server.page('/frame', '<body style="margin: 0; background: #fc0">frame');
  const url = server.page(
    '/archived',
    `<!doctype html><title>Archived</title><link rel="stylesheet" href="/sheet.css">
    <body style="margin: 0; background: #eee"><h1></h1><img src="/square.svg" style="display: block">
    <iframe src="/frame" width="200" height="100" style="border: 0; display: block"></iframe>
    <p class="advert" style="margin: 0; height: 50px; background: #f0f"></p>
    <div id="host"></div><div id="by-script"></div>
    <div style="height: 3000px"></div><img src="/late.svg" loading="lazy" style="display: block">
    <script>
      document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<p style="margin: 0; height: 50px; background: #0cc"></p>';
      document.querySelector('#by-script').style.cssText = 'height: 50px; background: #80f';
    </script>`,
  );
  const parameters = {
    url,
    ...viewport,
    hide_selectors: ['.advert'],
    inject_css: 'body { border-left: 40px solid #000 }',
  };
  const { body, mediaType, extension } = await renderer.render({ kind: 'archive', ...parameters });
  t.match({ mediaType, extension }, { mediaType: 'multipart/related', extension: 'mhtml' });
  const shot = await renderer.render({ kind: 'screenshot', format: 'png', ...parameters });
  const expected = await readPixels(shot.body);
  const text = Buffer.from(body).toString();
  t.match(text, 'late.svg', 'what is loaded late is in it');
  const asked = server.log.length;
  const image = await open(t.testdir(), body);
  t.equal(server.log.length, asked, 'nothing is loaded from the site');
  t.same([image.width, image.height], [800, 600]);
  for (const [x, y, what] of [
    [20, 50, 'inject_css'],
    [400, 50, 'a style sheet'],
    [80, 150, 'an image'],
    [100, 250, 'a frame'],
    [400, 325, 'a shadow tree, where the advert was'],
    [400, 375, 'what a script made'],
    [400, 550, 'the background'],
  ] as const) {
    t.same(image.at(x, y), expected.at(x, y), what);
  }
});
