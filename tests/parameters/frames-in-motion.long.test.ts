// Shown for less elsewhere: tests/parameters/settle.test.ts shows the same of the page itself.
import { COLOURS, createFixtureServer, cssColour } from '@tintype/testkit';
import t from 'tap';
import { pdfPixels, withoutPoppler } from '../pdf/poppler.ts';
import { createLab, type Lab } from './lab.ts';

// The headless shell keeps frames of other sites in the page's own process unless told otherwise;
// full Chrome does not.
const inProcess = await createLab(t);
const apart = await createLab(t, { chrome: { args: ['--site-per-process'] }, concurrency: 1 });
const another = await createFixtureServer(t);

const size = 'width:100px;height:100px';

/** Grows to its full height within 0.6 s of animation frames. */
const chart = `<!doctype html><style>body{margin:0}canvas{display:block;${size}}</style><canvas width="100" height="100"></canvas><script>
const brush = document.querySelector('canvas').getContext('2d');
let start;
const draw = (now) => {
  start ??= now;
  const part = Math.min(1, (now - start) / 600);
  brush.fillStyle = '${cssColour(COLOURS.blue)}';
  brush.fillRect(0, 100 - 100 * part, 100, 100 * part);
  if (part < 1) requestAnimationFrame(draw);
};
requestAnimationFrame(draw);</script>`;
const endless = `<!doctype html><body><script>let hue = 0; const turn = () => { hue += 20; document.body.style.background = 'hsl(' + hue + ' 80% 50%)'; requestAnimationFrame(turn); }; turn();</script>`;

const frame = (src: string, at: number, top: number) =>
  `<iframe src="${src}" style="position:absolute;border:0;left:${at * 110}px;top:${top}px;${size}"></iframe>`;

/** A page without scripts of its own that shows the chart in frames of each kind. */
function pageWith({ server }: Lab, name: string, top: number, html = chart): string {
  server.page('/inner', html);
  another.page('/inner', html);
  const elsewhere = server.url('/inner', '127.0.0.2');
  server.page('/around', `<!doctype html><style>body{margin:0}</style>${frame(elsewhere, 0, 0)}`);
  const sources = [
    server.url('/inner'),
    another.url('/inner'),
    elsewhere,
    server.url('/around'),
    server.url('/around', '127.0.0.2'),
  ];
  const frames = sources.map((src, at) => frame(src, at, top));
  return server.page(name, `<!doctype html><body style="height:${top + 200}px">${frames.join('')}`);
}

for (const [name, lab] of Object.entries({ 'its own process': inProcess, others: apart })) {
  t.test(`frames that draw in view and end are complete, in ${name}`, async (t) => {
    const { image, result } = await lab.shoot({ url: pageWith(lab, '/in-view', 20) });
    t.equal(image.count(COLOURS.blue), 5 * 100 * 100);
    t.same(result.warnings, []);
  });

  t.test(`a full page has the end of frames below the fold, in ${name}`, async (t) => {
    const url = pageWith(lab, '/below', 2000);
    const { image, result } = await lab.shoot({ url, full_page: true });
    t.equal(image.count(COLOURS.blue), 5 * 100 * 100);
    t.same(result.warnings, []);
  });
}

const answer = `<!doctype html><body><script>
setTimeout(async () => {
  await fetch('/answer');
  document.body.style.background = '${cssColour(COLOURS.blue)}';
});</script>`;

for (const [what, html] of Object.entries({ 'that draws': chart, 'that fetches': answer })) {
  for (const [where, top] of Object.entries({ 'in view': 20, 'below the fold': 2000 })) {
    t.test(`the only frame ${what}, ${where} and in another process, is complete`, async (t) => {
      const { server } = apart;
      server.page('/alone', html);
      server.slow('/answer', 700, 'text/plain', 'late');
      const url = server.page(
        '/around-one',
        `<!doctype html><body style="height:${top + 200}px">${frame(server.url('/alone', '127.0.0.2'), 0, top)}`,
      );
      const { image, result } = await apart.shoot({ url, full_page: true });
      t.equal(image.count(COLOURS.blue), 100 * 100);
      t.same(result.warnings, []);
    });
  }
}

t.test('frames below the fold that never end cause a warning', async (t) => {
  const url = pageWith(inProcess, '/endless', 2000, endless);
  const { warnings, receipt } = await inProcess.render({ url, full_page: true, timeout: 20 });
  t.match(warnings, [/did not stop moving/]);
  t.equal(receipt?.settled?.moving, true);
});

t.test('a full page has the end of what its own script draws below the fold', async (t) => {
  const url = inProcess.server.page(
    '/own',
    chart.replace('<canvas', '<div style="height:2000px"></div><canvas'),
  );
  const { image } = await inProcess.shoot({ url, full_page: true });
  t.equal(image.count(COLOURS.blue), 100 * 100);
});

t.test('a PDF has the end of frames below the fold', { skip: withoutPoppler }, async (t) => {
  const url = pageWith(inProcess, '/printed', 2000);
  const { body } = await inProcess.render({ url, kind: 'pdf', pdf_single_page: true });
  const pixels = await pdfPixels(body);
  t.ok(pixels.count(COLOURS.blue, 2) > 0.98 * 5 * 100 * 100);
});

t.test('frames of other sites show the end of CSS animations', async (t) => {
  const { server } = inProcess;
  server.page(
    '/styled',
    `<!doctype html><style>@keyframes in{from{background:#f00}to{background:${cssColour(COLOURS.blue)}}}html{animation:in 5s both}</style>`,
  );
  const src = server.url('/styled', '127.0.0.2');
  const url = server.page('/around-styled', `<!doctype html>${frame(src, 0, 20)}`);
  const { image } = await inProcess.shoot({ url });
  t.equal(image.count(COLOURS.blue), 100 * 100);
});
