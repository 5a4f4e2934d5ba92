import type { RenderRequest } from '@tintype/contract';
import { writingScripts } from '../page/writing-scripts.ts';
import { callInPage } from '../page/create-page-code.ts';
import type { PageHandle } from '../page/page-handle.ts';
import { pageCode } from '../capture/page-code.ts';
import type { InspectionRules, PageSignals } from './in-page/inspect-page.ts';
import { captchaMarks } from './wall/robot-wall.ts';
import { paywallMarks } from './wall/text-wall.ts';
import { vendorMarks } from './wall/vendor-walls.ts';

/** Scripts to check. Every machine has Latin letters, and most pages have no others. */
export const otherScripts = writingScripts.filter(({ script }) => script !== 'Latin');

/** Maximum characters, and elements with other letters than Latin: a render must not wait. */
const characterLimit = 500_000;
const elementLimit = 2000;

/** Frozen, so that the resident code of open pages includes it. */
const wanted: InspectionRules = Object.freeze({
  scripts: otherScripts.map(({ letters }) => letters),
  characterLimit,
  elementLimit,
  marks: [...vendorMarks, ...captchaMarks],
  paywalls: paywallMarks,
});

/** Maximum time for the response once the file is ready, in ms; longer if the request needs it. */
const answerLimitMs = 500;
const neededLimitMs = 10_000;

/** Inspects a page while its file is made; returns a function that awaits the signals. */
export function watchPage(
  page: PageHandle,
  request: RenderRequest,
  eventName: string,
): () => Promise<PageSignals | undefined> {
  const options = {
    eventName: page.needs.scripts ? eventName : '',
    hasLetters: page.needs.medium !== 'text',
  };
  const looked = callInPage(page, pageCode.inspectPage, options, wanted).catch(() => undefined);
  return async () => {
    const limitMs = request.fail_on === undefined ? answerLimitMs : neededLimitMs;
    const late = page.deadline.sleep(limitMs).then(
      () => undefined,
      () => undefined,
    );
    return Promise.race([looked, late]);
  };
}
