import type { Random } from './create-random.ts';

interface Load {
  /** Number of the load. */
  at: number;
  random: Random;
}

const box =
  'all:initial;display:block;padding:4px;margin:4px;font:14px sans-serif;background:#eee;color:#000';
const two = (value: number) => String(value % 60).padStart(2, '0');
const within = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from));
const token = (random: Random) => within(random, 2 ** 24, 2 ** 30).toString(16);
const colour = (random: Random) => `hsl(${within(random, 0, 360)} 80% 60%)`;
const p = (text: string | number) => `<p style="${box}">${text}</p>`;

const quotes = [
  'Less is more.',
  'Make it work.',
  'Ship it, and watch it.',
  'Measure twice.',
  'Simple things stay.',
  'Read the page again.',
  'Slow is smooth.',
  'Done is better.',
];
const stories = ['Oak', 'Ash', 'Elm', 'Fir', 'Yew', 'Lime', 'Pine', 'Birch', 'Alder', 'Hazel'];
const keyframes = '<style>@keyframes turn{to{transform:rotate(1turn)}}</style>';

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

const ad = (random: Random, width: number, height: number) =>
  `<div style="${box};width:${width}px;height:${height}px;background:${colour(random)}">Ad: offer ${within(random, 1, 999)}</div>`;

/** Parts that differ with each load of a page, which is no change. */
export const noises = {
  'clock 12:34:56': ({ at, random }) => p(`Now: 12:${two(at * 7)}:${two(within(random, 0, 60))}`),
  'date and time': ({ at, random }) =>
    p(`As of 28 Nov 2026, 12:${two(at * 7)}:${two(within(random, 0, 60))} UTC`),
  'clock with AM and PM': ({ at }) =>
    p(`Last updated ${1 + (at % 12)}:${two(at * 13)} ${at % 2 ? 'AM' : 'PM'}`),
  'ISO timestamp': ({ at, random }) =>
    p(`2026-11-28T12:${two(at * 7)}:${two(within(random, 0, 60))}Z`),
  'clock of a script': () =>
    `<p style="${box}" id="tick"></p><script>document.getElementById('tick').textContent=new Date().toISOString()+' '+Math.random()</script>`,
  'relative time': ({ at, random }) =>
    p(`Answered ${2 + ((at * 3 + within(random, 0, 3)) % 57)} minutes ago`),
  counter: ({ at }) => p(`${(1_000 + at * 37).toLocaleString('en')} people have read this.`),
  'view count': ({ random }) =>
    p(`Views: ${within(random, 100, 9_999)} today, ${within(random, 1, 99)} online`),
  'stock ticker': ({ random }) =>
    p(
      `TNTP ${within(random, 100, 999)}.${within(random, 10, 99)} (+0.${within(random, 10, 99)} %)`,
    ),
  'response time in the footer': ({ random }) =>
    p(`Page rendered in 0.${within(random, 100, 999)} seconds`),
  'advertisement 468 x 60': ({ random }) => ad(random, 468, 60),
  'advertisement of several sizes': ({ at, random }) =>
    ad(random, 300, [60, 90, 250][at % 3] as number),
  'advertisement in a frame': ({ random }) =>
    `<iframe src="/frame/${token(random)}" width="300" height="80" style="display:block;border:0"></iframe>`,
  'rotating quotation': ({ at }) => p(quotes[at % quotes.length] as string),
  'random quotation': ({ random }) => p(quotes[within(random, 0, quotes.length)] as string),
  carousel: ({ at }) =>
    `<div style="${box};height:60px;background:hsl(${(at * 90) % 360} 60% 70%)">Slide ${1 + (at % 4)} of 4</div>`,
  'CSS animation': () =>
    `${keyframes}<i style="display:block;width:30px;height:30px;margin:8px;background:linear-gradient(red,blue);animation:turn 2s linear infinite"></i>`,
  'animation of a script': () =>
    `<i id="waapi" style="display:block;width:40px;height:20px;background:#084"></i><script>document.getElementById('waapi').animate([{transform:'none'},{transform:'translateX(300px)'}],{duration:1700,iterations:Infinity})</script>`,
  'animated GIF': () =>
    '<img src="/asset/moving.gif" width="80" height="50" alt="" style="display:block">',
  'animated canvas': () =>
    `<canvas id="canvas" width="120" height="40" style="display:block"></canvas><script>{const c=document.getElementById('canvas').getContext('2d');const draw=(t)=>{c.fillStyle='hsl('+(t/10%360)+' 80% 50%)';c.fillRect(0,0,120,40);requestAnimationFrame(draw)};requestAnimationFrame(draw)}</script>`,
  'animated SVG': () =>
    '<svg width="120" height="40" style="display:block"><circle cy="20" r="12" fill="#06c"><animate attributeName="cx" from="12" to="108" dur="2s" repeatCount="indefinite"/></circle></svg>',
  'random ids': ({ random }) =>
    `<p id="${token(random)}" style="${box}">Read the manual first.</p>`,
  'random class names': ({ random }) =>
    `<p class="css-${token(random)}" style="${box}">Read it twice.</p>`,
  'CSRF token': ({ random }) =>
    `<form style="${box}"><input type="hidden" name="csrf" value="${token(random)}"><input placeholder="Search" size="12"></form>`,
  nonce: ({ random }) => `<script nonce="${token(random)}">window.started=1</script>`,
  'address of an image with a version': ({ random }) =>
    `<img src="/asset/photo-1.png?v=${token(random)}" width="80" height="50" alt="Our house" style="display:block">`,
  'address of a style sheet with a version': ({ random }) =>
    `<link rel="stylesheet" href="/asset/noise.css?v=${token(random)}"><p class="noise-styled" style="font:14px sans-serif">With a style.</p>`,
  'session id in links': ({ random }) =>
    p(`<a href="/account?sid=${token(random)}">Your account</a>`),
  'shuffled recommendations': ({ random }) =>
    `<ul style="${box};padding-left:24px">${shuffled(stories.slice(0, 5), random)
      .map((name) => `<li style="display:list-item">About the ${name}</li>`)
      .join('')}</ul>`,
  'other recommendations each time': ({ random }) =>
    `<ul style="${box};padding-left:24px">${shuffled(stories, random)
      .slice(0, 3)
      .map((name) => `<li style="display:list-item">Story of the ${name}</li>`)
      .join('')}</ul>`,
  'variant of an A/B test': ({ random }) => {
    const isB = random() < 0.5;
    return `<p style="${box};background:${isB ? '#cfc' : '#ccf'}">${isB ? 'Start for free' : 'Try it now'}</p>`;
  },
  'lazy image': () =>
    '<img src="/asset/photo-2.png" loading="lazy" width="80" height="50" alt="" style="display:block">',
  'slow image': () =>
    '<img src="/slow/photo-3.png" width="80" height="50" alt="" style="display:block">',
  'blinking caret': () => `<input autofocus value="Search" style="${box}">`,
  'header that depends on the scroll position': () =>
    `<div id="head" style="${box};position:sticky;top:0">Header</div><script>addEventListener('scroll',()=>{document.getElementById('head').style.background=scrollY>50?'#ddd':'#eee'})</script>`,
  'order of attributes': ({ at }) =>
    at % 2 ? `<p style="${box}" title="a">Order.</p>` : `<p title="a" style="${box}">Order.</p>`,
  'comments in the HTML': ({ random }) => `<!-- server ${token(random)} -->`,
  'blank lines': ({ at }) =>
    `<p style="${box}">${'\n  '.repeat(1 + (at % 4))}Blank lines.${'\n'.repeat(at % 3)}</p>`,
  'text of a script, late': () =>
    `<p id="late" style="${box}">Loading</p><script>setTimeout(()=>{document.getElementById('late').textContent='Loaded.'},700)</script>`,
  'random colour': ({ random }) =>
    `<div style="${box};width:60px;height:60px;background:${colour(random)}"></div>`,
} as const satisfies Record<string, (load: Load) => string>;

export type NoiseType = keyof typeof noises;

export const noiseTypes = Object.keys(noises) as NoiseType[];
