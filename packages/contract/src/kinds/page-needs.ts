/** Requirements of a request on its page before something is made of it. */
export interface PageNeeds {
  /** Parts that must have loaded: everything visible, everything printed, or everything read. */
  medium: 'screen' | 'paper' | 'text';
  /** Parts outside of the viewport must have loaded as well. */
  wholePage: boolean;
  /**
   * The page is brought into view once, from top to bottom, so that what it loads late has come.
   */
  reveal: boolean;
  /** An element that scrolls instead of the page is made as tall as its content. */
  unfold: boolean;
  /** The page shows its frames on command, where the browser can do that. */
  frameControl: boolean;
  /** The page is transparent where it sets no background. */
  transparent: boolean;
  /** The page runs its scripts. */
  scripts: boolean;
  /** If there are no scripts that report it, the load event is awaited. */
  loadEvent: boolean;
  /**
   * `hide_selectors` takes elements out of the page. Not where the capture leaves them out itself.
   */
  hide: boolean;
  /** The page's requests are recorded, with bodies. */
  traffic: boolean;
}

/** Default requirements of a kind. */
export const usualNeeds: Readonly<PageNeeds> = {
  medium: 'screen',
  wholePage: false,
  reveal: false,
  unfold: false,
  frameControl: false,
  transparent: false,
  scripts: true,
  loadEvent: false,
  hide: true,
  traffic: false,
};
