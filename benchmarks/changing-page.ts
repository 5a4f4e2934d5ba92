export const changeTypes = ['word', 'price', 'added', 'removed', 'colour', 'image'] as const;
export const noiseTypes = ['clock', 'counter', 'advertisement', 'quote', 'animation'] as const;

type ChangeType = (typeof changeTypes)[number];

export interface Day {
  /** The page differs from the day before. */
  change?: ChangeType;
  /** It is an error page. */
  isDown: boolean;
}

/** A page that changes from day to day, and differs with each load. */
export interface ChangingPage {
  load(): { status: number; html: string };
  nextDay(): Day;
}

/** Small generator of random numbers from 0 to 1 (mulberry32), so that a seed repeats a month. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const share = { changes: 0.35, errors: 0.07, flickers: 0.1 };
const quotes = ['Less is more.', 'Make it work.', 'Ship it, and watch it.', 'Measure twice.'];

/** @param at - Number of the page: chooses which noise it has. */
export function createChangingPage(source: string, seed: number, at: number): ChangingPage {
  const random = createRandom(seed);
  const noise = noiseTypes.filter((_type, index) => index === at % 5 || index === (at + 2) % 5);
  const state = { words: 0, price: 20, added: 0, hue: 0, image: 0, isDown: false, flicker: 0 };
  let loads = 0;

  const apply: Record<ChangeType, () => void> = {
    word: () => void (state.words += 1),
    price: () => void (state.price += 1 + Math.floor(random() * 5)),
    added: () => void (state.added += 1),
    removed: () => void (state.added -= 1),
    colour: () => void (state.hue = (state.hue + 120) % 360),
    image: () => void (state.image += 1),
  };

  function render(flickers: boolean): string {
    let html = insertAfter(
      source,
      /<body[^>]*>/i,
      noise.map((type) => noiseOf(type, loads)).join(''),
    );
    const news = Array.from(
      { length: state.added },
      (_, index) => `<p>News ${index} of this page.</p>`,
    );
    const content = `<div style="padding:8px;font:16px sans-serif;background:#fff;color:#000">
      <h2>Offer ${flickers ? '(loading)' : ''}</h2><p>Price: ${state.price} euros</p>
      <p style="color:hsl(${state.hue} 90% 30%)">In stock, sent today.</p>${imageOf(state.image)}
      <p>Edition ${'new '.repeat(state.words % 4)}number ${state.words} of the text.</p>${news.join('')}</div>`;
    html = insertAfter(html, /<p\b[^>]*>[^]*?<\/p>/i, content);
    return html;
  }

  return {
    load() {
      loads += 1;
      if (state.isDown) return { status: 503, html: '<h1>Service unavailable</h1>' };
      const flickers = state.flicker > 0;
      state.flicker -= 1;
      return { status: 200, html: render(flickers) };
    },
    nextDay() {
      state.isDown = random() < share.errors;
      const changes = random() < share.changes;
      state.flicker = random() < share.flickers ? 1 : 0;
      if (state.isDown || !changes) return { isDown: state.isDown };
      const possible = changeTypes.filter((type) => type !== 'removed' || state.added > 0);
      const change = possible[Math.floor(random() * possible.length)] ?? 'word';
      apply[change]();
      return { change, isDown: false };
    },
  };
}

function noiseOf(type: (typeof noiseTypes)[number], load: number): string {
  const box = 'padding:4px;font:14px sans-serif;background:#eee;color:#000';
  const seconds = String(load % 60).padStart(2, '0');
  const minutes = String((load * 7) % 60).padStart(2, '0');
  const noise: Record<typeof type, string> = {
    clock: `<p style="${box}">As of 28 Nov 2026, 12:${minutes}:${seconds} UTC</p>`,
    counter: `<p style="${box}">${1_000 + load * 37} people have read this.</p>`,
    advertisement: `<p style="width:468px;height:60px;margin:4px;background:hsl(${load * 67} 80% 60%)"></p>`,
    quote: `<p style="${box}">${quotes[load % quotes.length]}</p>`,
    animation: `<style>@keyframes turn{to{transform:rotate(1turn)}}</style><i style="display:block;
      width:30px;height:30px;margin:8px;background:linear-gradient(red,blue);animation:turn 2s linear infinite"></i>`,
  };
  return noise[type];
}

function imageOf(version: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="50"><rect width="80" height="50" fill="hsl(${version * 97} 70% 50%)"/></svg>`;
  return `<img alt="" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
}

function insertAfter(html: string, place: RegExp, content: string): string {
  return html.replace(place, (found) => found + content);
}
