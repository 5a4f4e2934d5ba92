import type { ConsentScript } from './consent-script.ts';
import type { PageToolbox } from './page-tools.ts';

/** What closing banners works with. */
export interface BannerKit {
  tools: PageToolbox;
  /** Loaded when the first banner is seen. */
  consentScript(): Promise<ConsentScript>;
}
