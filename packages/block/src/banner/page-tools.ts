import type {
  lookForBanners,
  rejectBanners,
  tidyUp,
  waitForBanners,
} from './page/clear-banners.ts';
import { toolsSource } from './page-sources.ts';

/** Functions to be called in the page, by name; each gets words and marks before its own arguments. */
interface PageTools {
  lookForBanners: typeof lookForBanners;
  waitForBanners: typeof waitForBanners;
  rejectBanners: typeof rejectBanners;
  tidyUp: typeof tidyUp;
}

type OwnArguments<Name extends keyof PageTools> =
  Parameters<PageTools[Name]> extends [unknown, unknown, ...infer Own] ? Own : [];

/** Writes the expressions that call the tools. They are put into the page's isolated world by the first call. */
export function createPageTools() {
  return {
    /** An expression that calls one of the tools. */
    call<Name extends keyof PageTools>(name: Name, ...own: OwnArguments<Name>): string {
      return `${toolsSource}\nglobalThis.tintypeBanner.${name}(${own.map((value) => JSON.stringify(value)).join(', ')})`;
    },
  };
}

export type PageToolbox = ReturnType<typeof createPageTools>;
