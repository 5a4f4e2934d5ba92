import { COLOURS, inDepth } from '@tintype/testkit';
import { strFromU8, unzipSync } from 'fflate';
import t from 'tap';
import type { Hooks } from 'tintype';
import { createLab, type Parameters } from './lab.ts';

// Most of these wait rather than work.
t.jobs = 4;

/** States of the animation without an end. */
const states: string[] = [];
const look: Hooks = {
  async beforeCapture(page, request) {
    const { html, animations } = request as Parameters;
    if (html === endless && animations !== 'finish')
      states.push(await page.evaluate('document.getAnimations()[0].playState'));
  },
};
const lab = await createLab(t, { plugins: [{ name: 'look', hooks: look }] });
const small = { viewport_width: 200, viewport_height: 100 };
const fill = 'margin:0;position:absolute;left:0;top:0;width:200px;height:100px;border:0';
const box = `<div style="${fill}" id="box"></div>`;

const endless = `<!doctype html><style>@keyframes on{from{background:#00f}to{background:#f00}}#box{animation:on 4s infinite alternate}</style>${box}`;

/** Each turns the box from red to blue, or draws it blue at last. */
const entrances: Record<string, string> = {
  'an animation': `<style>@keyframes in{from{background:#f00}to{background:#00f}}#box{animation:in 5s both}</style>${box}`,
  'an animation that begins late': `<style>@keyframes in{from{background:#f00}to{background:#00f}}#box{animation:in 5s 3s both}</style>${box}`,
  'an animation of a pseudo-element': `<style>@keyframes in{from{background:#f00}to{background:#00f}}#box::after{content:'';${fill};animation:in 5s both}</style>${box}`,
  'an animation in a shadow tree': `<div id="host"></div><script>host.attachShadow({mode:'open'}).innerHTML='<style>@keyframes in{from{background:#f00}to{background:#00f}}p{${fill};animation:in 5s both}</style><p></p>'</script>`,
  'an animation in a frame': `<iframe style="${fill}" srcdoc="<style>@keyframes in{from{background:#f00}to{background:#00f}}body{animation:in 5s both}</style>"></iframe>`,
  'a transition': `<style>#box{background:#f00;transition:background 5s}#box.in{background:#00f}</style>${box}<script>box.offsetTop; box.className = 'in'</script>`,
  'a transition that another one follows': `<style>#box{background:#f00;transition:background 5s}#box.in{background:#0f0}#box.on{background:#00f}</style>${box}<script>box.offsetTop; box.className = 'in'; box.ontransitionend = () => { box.className = 'on' }</script>`,
  'an animation of a script': `${box}<script>box.animate([{ background: '#f00' }, { background: '#00f' }], { duration: 5000, fill: 'both' })</script>`,
  'an animation inside SVG': `<svg style="${fill}"><rect width="200" height="100" fill="#f00"><animate attributeName="fill" from="#f00" to="#00f" dur="5s" fill="freeze"/></rect></svg>`,
  'frames of a canvas': `<canvas width="200" height="100" style="${fill}"></canvas><script>
const brush = document.querySelector('canvas').getContext('2d');
let start;
const draw = (now) => {
  start ??= now;
  const part = Math.min(1, (now - start) / 900);
  brush.fillStyle = 'rgb(' + 255 * (1 - part) + ' 0 ' + 255 * part + ')';
  brush.fillRect(0, 0, 200, 100);
  if (part < 1) requestAnimationFrame(draw);
};
requestAnimationFrame(draw);</script>`,
  'frames of a script': `${box}<script>
let left = 40;
const step = () => { left -= 1; box.style.background = left > 0 ? 'rgb(255 0 ' + left + ')' : '#00f'; if (left > 0) requestAnimationFrame(step); };
requestAnimationFrame(step);</script>`,
};

/**
 * What Chromium ends at once, in the page, in a tree and a frame and inside SVG: of one page, a
 * part of each.
 */
const together = [
  'an animation that begins late',
  'an animation in a shadow tree',
  'an animation in a frame',
  'an animation inside SVG',
];

t.test(`a still shows the end of ${together.join(', ')}`, async (t) => {
  const parts = together.map(
    (name, at) =>
      `<div style="position:absolute;left:${at * 50}px;top:0;width:50px;height:100px;overflow:hidden">${entrances[name]}</div>`,
  );
  const html = `<!doctype html>${parts.join('')}`;
  const { result, image } = await lab.shoot({ html, ...small });
  image.expectSolid(COLOURS.blue);
  t.same(result.warnings, []);
});

/**
 * What follows from an end, what scripts draw, and what needs a frame more where nothing else
 * moves.
 */
const covering = [
  'a transition that another one follows',
  'frames of a canvas',
  'an animation inside SVG',
];

for (const [name, html] of Object.entries(entrances)) {
  if (!covering.includes(name) && !inDepth(t, name)) continue;
  t.test(`a still shows the end of ${name}`, async (t) => {
    const { result, image } = await lab.shoot({ html: `<!doctype html>${html}`, ...small });
    image.expectSolid(COLOURS.blue);
    t.same(result.warnings, []);
  });
}

t.test('an endless animation is shown at its start, or its end if that is blank', async () => {
  const half = `<style>@keyframes off{from{opacity:0}to{opacity:1}}#half{position:absolute;left:100px;top:0;width:100px;height:100px;background:#00f;animation:off 4s infinite}</style><div id="half"></div>`;
  const html = endless.replace('<div', '<style>#box{width:100px!important}</style><div') + half;
  const { image } = await lab.shoot({ html, delay: 0.5, ...small });
  image.expectSolid(COLOURS.blue, 2);
});

t.test('animations: pause stops them on the way, allow leaves them alone', async (t) => {
  for (const animations of ['pause', 'allow'] as const) {
    const { image } = await lab.shoot({ html: endless, delay: 0.6, animations, ...small });
    const [red, , blue] = image.at(100, 50);
    t.ok(red > 20 && blue > 20, `${animations} shows what is between: ${red}, ${blue}`);
  }
  t.same(states, ['paused', 'running']);
});

t.test('a page that asks for frames and draws nothing is still', async (t) => {
  const html = `<!doctype html><body style="background:#00f"><script>const loop = () => requestAnimationFrame(loop); loop();</script>`;
  const { image, result } = await lab.shoot({ html, ...small });
  image.expectSolid(COLOURS.blue);
  t.same(result.warnings, []);
});

t.test('a page that moved by animations only is not watched once they are over', async (t) => {
  const html = `<!doctype html><style>p{margin-left:0;transition:margin 5s}p.in{margin-left:90px}</style><p>Text</p><script>const p = document.querySelector('p'); p.offsetTop; p.className = 'in'</script>`;
  const { trace } = await lab.render({ html, ...small }, { trace: true });
  const { 'cdp.jsonl': log = new Uint8Array() } = unzipSync(trace ?? new Uint8Array());
  t.equal(strFromU8(log).match(/"send","method":"Page.captureScreenshot"/g)?.length, 1);
});

t.test('shows a page that never rests nonetheless, and the result reports it', async (t) => {
  const html = `<!doctype html>${box}<script>let hue = 0; const turn = () => { hue += 20; box.style.background = 'hsl(' + hue + ' 80% 50%)'; requestAnimationFrame(turn); }; turn();</script>`;
  const { result } = await lab.shoot({ html, ...small });
  t.match(result.warnings, [/did not stop moving/]);
});

t.test('a PDF shows the end of an entrance', async (t) => {
  const html = `<!doctype html><style>@keyframes in{from{visibility:hidden}to{visibility:visible}}h1{animation:in 5s step-end both}</style><h1>Entered</h1>`;
  const [finished, allowed] = await Promise.all(
    ['finish', 'allow'].map((animations) => lab.render({ kind: 'pdf', html, animations })),
  );
  t.ok(finished!.body.length > allowed!.body.length + 500, 'the letters and their font are in it');
});
