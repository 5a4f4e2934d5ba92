import { nearest, type StepSelectors } from '@tintype/contract';
import { callInPage } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { ifThere } from '../../page/page-frames.ts';
import { poll } from '../../page/poll.ts';
import { placeOf } from '../interact/click-selector.ts';
import { pageCode } from './page-code.ts';
import {
  callOnElement,
  type StepElement,
  type StepFinder,
  type StepPlace,
} from './find-step-element.ts';
import type { ElementNeeds, ElementState } from './in-page/step-element.ts';
import { StepFailure } from './step-error.ts';

/** An element that can be used, and the point of it in the page's viewport. */
export interface ReadyElement extends StepElement {
  x: number;
  y: number;
  /** See {@link ElementState.isOnLabel}. */
  isOnLabel: boolean;
}

/** Maximum time to inspect an element: its frame may be hidden, or its process hang. */
const stateBoundMs = 2000;

/** Waits until the element of a step is there, visible, at rest, enabled and not covered. */
export async function useElement(
  page: PageHandle,
  finder: StepFinder,
  place: StepPlace,
  { endsAt, ...needs }: ElementNeeds & { endsAt: number },
): Promise<ReadyElement> {
  let last: ElementState | undefined;
  const found = await poll(page, endsAt, async () => {
    const element = await finder.find(place);
    const bound = page.deadline.sleep(stateBoundMs).then(() => undefined);
    const state = element && (await ifThere(Promise.race([stateOf(page, element, needs), bound])));
    if (element && state?.state === 'ready') {
      const { x, y, isOnLabel = false } = state;
      return { ...element, x, y, isOnLabel };
    }
    last = state ?? last;
    return undefined;
  });
  if (found) return found;
  throw new StepFailure(await reasonOf(page, place.selectors, last));
}

/** Waits for an element in any state. */
export async function findUntil(
  page: PageHandle,
  finder: StepFinder,
  place: StepPlace,
  endsAt: number,
): Promise<StepElement> {
  const element = await poll(page, endsAt, () => finder.find(place));
  if (element) return element;
  throw new StepFailure(await reasonOf(page, place.selectors, undefined));
}

async function stateOf(
  page: PageHandle,
  element: StepElement,
  needs: ElementNeeds,
): Promise<ElementState | undefined> {
  const state = await callOnElement<ElementState>(element, pageCode.elementState.source, needs);
  if (state?.state !== 'ready' || !element.frame || !needs.receivesEvents) return state;
  const place = await placeOf(page, element.frame, element.objectId);
  if (!place) return { ...state, state: 'moving' };
  if (await callInPage(page, pageCode.isFrameAt, place.x, place.y)) return { ...state, ...place };
  return { ...state, state: 'covered', by: 'something outside of its frame' };
}

const maxTexts = 200;

async function reasonOf(
  page: PageHandle,
  selectors: StepSelectors,
  last: ElementState | undefined,
): Promise<string> {
  switch (last?.state) {
    case 'hidden':
      return 'its element is not visible';
    case 'moving':
      return 'its element does not stop moving';
    case 'disabled':
      return 'its element is disabled';
    case 'covered':
      return `its element is covered by ${last.by}`;
    default: {
      const texts = await callInPage(page, pageCode.clickableTexts, maxTexts).catch(() => []);
      const [wanted = ''] = selectors
        .flat()
        .flatMap((one) => /^(?:text|aria)\/([^[]*)/.exec(one)?.[1] ?? []);
      const near = nearest(wanted, texts);
      const shown = [...new Set([...(near === undefined ? [] : [near]), ...texts])].slice(0, 5);
      const found = shown.map((text) => JSON.stringify(text)).join(', ');
      return `nothing matched${found === '' ? ', and the page has nothing to click' : `; the page has ${found}`}`;
    }
  }
}
