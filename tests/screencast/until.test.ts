import { cpus } from 'node:os';
import sharp from 'sharp';
import t from 'tap';
import { createRenderer, type RenderProgress, type RenderRequest } from 'tintype';

const size = { viewport_width: 200, viewport_height: 40 };

/** A bar whose width is the time of its animation: 100 px a second, for two seconds. */
const page = `<style>body{margin:0}#bar{height:40px;width:200px;background:#000;transform-origin:0 0}</style>
<div id="bar"></div><p id="done" hidden>Done</p><script>
window.ticks = 0;
const bar = document.getElementById('bar');
const times = { duration: 2000, fill: 'both' };
bar.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], times)
  .finished.then(() => { document.getElementById('done').hidden = false; });
document.body.animate([{ opacity: 1 }, { opacity: 1 }], { duration: 100, iterations: Infinity });
const count = () => { window.ticks += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
</script>`;

const renderer = createRenderer({ concurrency: Math.min(2, cpus().length) });
t.teardown(() => renderer.stop());

async function record(more: object) {
  const request = { kind: 'screencast', html: page, format: 'webp', fps: 10, ...size, ...more };
  const { body, warnings } = await renderer.render(request as RenderRequest);
  const { delay = [], pages = 1 } = await sharp(body).metadata();
  const widthAt = async (number: number) => {
    const row = await sharp(body, { page: number }).greyscale().raw().toBuffer();
    return row.subarray(0, size.viewport_width).filter((value) => value < 128).length;
  };
  const lengthMs = delay.reduce((sum, ms) => sum + ms, 0);
  return { warnings, lengthMs, first: await widthAt(0), last: await widthAt(pages - 1) };
}

t.test('a video ends when the animations with an end have ended', async (t) => {
  const { first, last, lengthMs, warnings } = await record({ until: 'animations_end' });
  t.equal(last, 200, 'the last frame shows the end');
  const leftMs = (200 - first) * 10;
  t.ok(Math.abs(lengthMs - leftMs) <= 200, `${lengthMs} ms for the last ${leftMs} of the page`);
  t.same(warnings, []);
});

t.test('it ends with an element, and with a function', async (t) => {
  const element = await record({ until: '#done' });
  t.equal(element.last, 200);
  t.ok(element.lengthMs < 2300, `${element.lengthMs} ms`);
  const ended = await record({ until: '() => document.getAnimations()[0].currentTime >= 1000' });
  t.ok(ended.last >= 100 && ended.last <= 115, `ends at ${ended.last} px`);
});

t.test('the animations of a frame count, and a selector may contain =>', async (t) => {
  const html = `<iframe srcdoc="${page.replaceAll('"', '&quot;')}"></iframe>`;
  const framed = await record({ html, until: 'animations_end' });
  t.ok(framed.lengthMs >= 1000, `${framed.lengthMs} ms`);
  const titled = await record({ html: '<p title="a">', until: '[title="a => b"]', duration: 0.3 });
  t.match(titled.warnings, [/did not become true/]);
});

t.test('the progress ends with the frames that there are', async (t) => {
  const told: RenderProgress[] = [];
  await renderer.render(
    { kind: 'screencast', html: page, format: 'webp', fps: 10, ...size, until: '() => true' },
    { onProgress: (progress) => told.push(progress) },
  );
  t.same(told.at(-1), { frames: 1, total: 1 });
});

t.test('a page recorded in real time may stand still for longer than timeout', async (t) => {
  const open = await renderer.open({ html: '<p>Still', timeout: 4, ...size });
  t.teardown(() => open.close());
  const video = { kind: 'screencast', format: 'webp', fps: 10, duration: 4.2 } as const;
  const { body } = await open.capture(video);
  t.ok(body.byteLength > 0);
});

t.test('duration is the maximum', async (t) => {
  const { lengthMs, warnings } = await record({ until: '.never', duration: 0.5 });
  t.equal(lengthMs, 500);
  t.match(warnings, [/^until: "\.never" did not become true within the duration of 0\.5 s\.$/]);
});

t.test(
  'from_time skips time of the page, and shows each skipped frame to its scripts',
  async (t) => {
    const { first } = await record({ duration: 0.3, from_time: 1 });
    t.ok(first >= 100, `starts at ${first} px`);
    const { lengthMs } = await record({ from_time: 1, until: '() => ticks > 15', fps: 10 });
    t.ok(lengthMs <= 700, `${lengthMs} ms after ten skipped frames`);
  },
);

t.test('bad values are errors that name the parameter', async (t) => {
  for (const until of ['() => new Promise(() => {})', '() => { for (;;); }']) {
    const message = /^until: the function did not return within 5 s/;
    await t.rejects(record({ until }), { code: 'script_failed', message }, until);
  }
  await t.rejects(record({ until: 'a[' }), { code: 'invalid_selector', message: /^until: "a\["/ });
  await t.rejects(record({ until: '() => missing.value' }), {
    code: 'script_failed',
    message: /^until/,
  });
  await t.rejects(record({ from_time: 61 }), { code: 'invalid_parameter', message: /from_time/ });
});
