import type { LayerSign } from '../in-page/find-layer.ts';
import type { WallTest } from './wall-test.ts';
import {
  acceptButtons,
  ageButtons,
  ageWords,
  cookieWords,
  payButtons,
  payOrConsent,
  paywallWords,
  signInToSee,
  signInWords,
} from './wall-words.ts';

/** A layer with more text than this is the page itself. */
const maxText = 1800;

/** A layer over the page that must be answered before the page can be seen or used. */
export const layerWall: WallTest = ({ layer }) => {
  if (!layer || !layer.covers || layer.isLong || layer.text.length > maxText) return undefined;
  const over = layer.isOpaque && layer.share >= 0.8 ? 'hides the page' : 'covers the page';
  const evidence = (what: string) => [`a layer ${over}`, what];
  const { text, buttons, passwords, dates } = layer;
  const hasButton = (pattern: RegExp) => buttons.some((label) => pattern.test(label));
  if (ageWords.test(text) && (hasButton(ageButtons) || dates > 0)) {
    return { kind: 'age', evidence: evidence('it asks for an age') };
  }
  if (isConsent(layer) && hasButton(acceptButtons)) {
    return { kind: 'consent', evidence: evidence('it asks for consent') };
  }
  if (paywallWords.test(text) && hasButton(payButtons)) {
    return { kind: 'paywall', evidence: evidence('it asks to subscribe') };
  }
  const signsIn = signInWords.test(text) || hasButton(signInWords);
  if ((passwords > 0 && signsIn) || (signInToSee.test(text) && buttons.length > 0)) {
    return { kind: 'login', evidence: evidence('it asks to sign in') };
  }
  return undefined;
};

/** Returns whether a layer hides the page, or offers no choice but to pay. */
function isConsent({ text, share, isOpaque, locked, behind }: LayerSign): boolean {
  if ((text.match(cookieWords)?.length ?? 0) < 2) return false;
  if ((isOpaque && share >= 0.8) || behind < 200) return true;
  return locked && payOrConsent.test(text);
}
