import { cssColour, type Colour } from './colour.ts';

/** A page that is one colour from edge to edge. */
export function solidPage(colour: Colour, extra = ''): string {
  return `<!doctype html><meta charset="utf-8"><title>solid</title><style>html{background:${cssColour(colour)}}body{margin:0}</style>${extra}`;
}

/**
 * A page as large as the viewport in four quarters: red, green, blue, yellow, from the top left in
 * reading order.
 */
export function quadrantPage(): string {
  const css = `html,body{margin:0;height:100%}
body{display:grid;grid-template:50% 50%/50% 50%}`;
  const quarters = ['#f00', '#0f0', '#00f', '#ff0'].map(
    (colour) => `<div style="background:${colour}"></div>`,
  );
  return `<!doctype html><title>quadrants</title><style>${css}</style>${quarters.join('')}`;
}

/**
 * A tall white page with a red fixed bar (top), a blue sticky bar, a green fixed bar (bottom), each
 * 30 px high, and a 100vh magenta box.
 */
export function stickyPage(heightPx: number): string {
  const css = `html,body{margin:0;background:#fff}
body{height:${heightPx}px}
.bar{height:30px;width:100%}
.top{position:fixed;top:0;background:#f00}
.bottom{position:fixed;bottom:0;background:#0f0}
.sticky{position:sticky;top:30px;background:#00f}
.screen{height:100vh;width:50px;background:#f0f;position:absolute;top:200px}`;
  return `<!doctype html><title>sticky</title><style>${css}</style>
<div style="height:100px"></div><div class="bar sticky"></div><div class="screen"></div>
<div class="bar top"></div><div class="bar bottom"></div>`;
}

/**
 * A page that appends a block of `blockPx` each time its end comes into view, until there are
 * `blocks` of them (for ever without).
 */
export function appendingPage(blockPx: number, blocks = Infinity): string {
  return `<!doctype html><title>appending</title><style>html,body{margin:0}div{height:${blockPx}px}</style><body></body>
<script>
let count = 0;
const add = () => {
  if (count >= ${blocks}) return;
  const block = document.createElement('div');
  block.style.background = count % 2 ? '#0f0' : '#00f';
  count += 1;
  document.body.append(block);
};
const fill = () => {
  const near = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 50;
  if (near()) add();
};
add();
addEventListener('scroll', fill);
</script>`;
}

/**
 * A page of `count` boxes, each `boxPx` high and red until it has been in view, when it loads
 * `image` on top of the red.
 */
export function lazyImagesPage(count: number, boxPx: number, image: string): string {
  const boxes = Array.from({ length: count }, () => '<div></div>');
  return `<!doctype html><title>lazy</title>
<style>html,body{margin:0}div{height:${boxPx}px;background:#f00}img{display:block;width:100%;height:100%}</style>
${boxes.join('')}
<script>
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting || entry.target.firstChild) continue;
    const image = new Image();
    image.src = ${JSON.stringify(image)} + '?' + [...document.querySelectorAll('div')].indexOf(entry.target);
    entry.target.append(image);
  }
});
for (const box of document.querySelectorAll('div')) observer.observe(box);
</script>`;
}
