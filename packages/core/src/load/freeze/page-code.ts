import { createPageCode } from '../../page/create-page-code.ts';
import { pageCode as shared } from '../../page/page-code.ts';
import * as animations from '../settle/in-page/animations.ts';
import * as countPending from './in-page/count-pending.ts';
import * as endTime from './in-page/end-time.ts';
import * as freezePage from './in-page/freeze-page.ts';
import * as holdMedia from './in-page/hold-media.ts';
import * as replaceDates from './in-page/replace-dates.ts';
import * as replaceIdle from './in-page/replace-idle.ts';
import * as replaceMeasures from './in-page/replace-measures.ts';
import * as scrollInstantly from './in-page/scroll-instantly.ts';
import * as seedRandom from './in-page/seed-random.ts';
import * as stillSvg from './in-page/still-svg.ts';
import * as virtualClock from './in-page/virtual-clock.ts';

/** Loaded on use: few requests freeze their page. */
export const pageCode = createPageCode(
  shared,
  animations,
  countPending,
  endTime,
  freezePage,
  holdMedia,
  replaceDates,
  replaceIdle,
  replaceMeasures,
  scrollInstantly,
  seedRandom,
  stillSvg,
  virtualClock,
);
