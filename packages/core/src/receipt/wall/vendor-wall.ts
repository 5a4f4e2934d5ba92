import type { PageSignals } from '../in-page/inspect-page.ts';
import type { WallTest } from './wall-test.ts';
import { isShort } from './wall-words.ts';
import { vendorWalls, type VendorSign } from './vendor-walls.ts';

/** The page of a vendor: two signs of the same one, on a page with little else. */
export const vendorWall: WallTest = (page) => {
  if (!isShort(page, { text: 2500, links: 25 })) return undefined;
  const [best] = vendorWalls
    .map(({ vendor, kind, signs }) => ({
      vendor,
      kind,
      found: signs.filter((sign) => shows(page, sign)),
    }))
    .toSorted((one, other) => other.found.length - one.found.length);
  if (!best || best.found.length < 2) return undefined;
  const { vendor, kind, found } = best;
  const signs = new Set(found.map(({ in: place }) => names[place]));
  return { kind, evidence: [`the page of ${vendor}: ${[...signs].join(', ')}`] };
};

function shows(page: PageSignals, { in: place, is }: VendorSign): boolean {
  if (typeof is === 'string') return page.marks.includes(is);
  if (place === 'frame') return page.frames.some(({ src }) => is.test(src));
  return is.test(place === 'title' ? page.title : page.shown.text);
}

/** Names of the signs in a sentence. */
const names = { title: 'its title', text: 'its words', mark: 'an element', frame: 'a frame' };
