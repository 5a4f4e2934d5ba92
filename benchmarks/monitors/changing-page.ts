import { changeTypes, nothingMade, type ChangeType, type Mode } from './changes.ts';
import { createRandom } from './create-random.ts';
import { answerWith, glitches, type Glitch } from './glitches.ts';
import { noises, noiseTypes, type NoiseType } from './noise.ts';
import { shopHead, shopPart } from './shop-part.ts';

export interface Day {
  /** The page differs from the day before. */
  change?: ChangeType;
  /** Of the first load. */
  glitch?: Glitch;
}

/** A page that changes from day to day, and differs with each load. */
export interface ChangingPage {
  mode: Mode;
  noise: readonly NoiseType[];
  /** Number of the image under `/photo/`. */
  photo(): number;
  load(): ReturnType<typeof answerWith>;
  nextDay(): Day;
}

const share = { changes: 0.9, glitches: 0.27 };
const noiseOfPage = 4;
/** Each tenth page is watched with `on: metadata`. */
const metadataEvery = 10;

/** Returns types in turn, so that each occurs as often as the others. */
export function createTurns() {
  const next = { any: 0, metadata: 0, glitch: 0 };
  const ofHead: ChangeType[] = ['title', 'favicon', 'title', 'favicon', 'meta description', 'word'];
  const turns = { any: changeTypes, metadata: ofHead };
  const taken = <T>(types: readonly T[], name: keyof typeof next) =>
    types[next[name]++ % types.length] as T;
  return {
    change: (mode: Mode) => taken(turns[mode], mode),
    glitch: () => taken(glitches, 'glitch'),
  };
}

/** @param at - Number of the page: chooses its noise, its place of changes, and its mode. */
export function createChangingPage(
  source: string,
  { seed, at, turns }: { seed: number; at: number; turns: ReturnType<typeof createTurns> },
): ChangingPage {
  const random = createRandom(seed);
  const local = withoutOutside(source);
  const mode: Mode = at % metadataEvery === metadataEvery - 1 ? 'metadata' : 'any';
  const step = 1 + (Math.floor(at / noiseTypes.length) % (noiseTypes.length / noiseOfPage));
  const noise = Array.from(
    { length: noiseOfPage },
    (_, index) => noiseTypes[(at + index * step) % noiseTypes.length] as NoiseType,
  );
  const made = { ...nothingMade };
  let glitch: Glitch | undefined;
  let loads = 0;

  function render(now: Glitch | undefined): string {
    const load = { at: loads, random };
    const around = noise.map((type) => noises[type](load)).join('');
    let part = shopPart(made, `/photo/${at}.png`);
    if (now === 'empty list') part = part.replace(/<ul[^]*?<\/ul>/, '<ul></ul>');
    if (now === 'text that says loading') part = part.replace(/Price: <b[^]*?<\/b>/, 'Loading');
    if (now === 'image not found' || now === 'image that never comes') {
      const folder = now === 'image not found' ? '/missing/' : '/never/';
      part = part.replace('src="/asset/', `src="${folder}`);
    }
    const sheet = `${now === 'style sheet not found' ? '/missing' : '/asset'}/page.css`;
    const head = `${shopHead(made)}<link rel="stylesheet" href="${sheet}">`;
    const content = at % 2 === 0 ? around + part : part + around;
    const title = `Page ${at}, edition ${made.title}`;
    return insert(local, head, content, at % 3 === 0, title);
  }

  return {
    mode,
    noise,
    photo: () => made['other image at the same address'],
    load() {
      const now = glitch;
      glitch = undefined;
      const answer = answerWith(now, render(now));
      loads += 1;
      return answer;
    },
    nextDay() {
      glitch = random() < share.glitches ? turns.glitch() : undefined;
      const change = random() < share.changes ? turns.change(mode) : undefined;
      if (change !== undefined) made[change] += 1;
      return { ...(change !== undefined && { change }), ...(glitch !== undefined && { glitch }) };
    },
  };
}

/** Files of other sites are not found, instead of being waited for with each load. */
function withoutOutside(source: string): string {
  return source
    .replaceAll(/https?:\\?\/\\?\/(?!www\.w3\.org)/g, '/outside/')
    .replaceAll(/((?:src|href|srcset)=["']?)\/\//g, '$1/outside/');
}

/** Adds parts at the start of the body, or at its end. */
function insert(
  source: string,
  head: string,
  content: string,
  isAtEnd: boolean,
  title: string,
): string {
  const named = source
    .replace(/<title[^]*?<\/title>/i, '')
    .replaceAll(/<link[^>]+rel=["']?(?:shortcut )?icon[^>]*>/gi, '');
  const withHead = named.replace(
    /<head[^>]*>/i,
    (found) => `${found}<title>${title}</title>${head}`,
  );
  const end = withHead.toLowerCase().lastIndexOf('</body');
  if (isAtEnd && end >= 0) return withHead.slice(0, end) + content + withHead.slice(end);
  return withHead.replace(/<body[^>]*>/i, (found) => found + content);
}
