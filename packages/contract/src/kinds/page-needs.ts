/** Requirements of a request on its page before the capture. */
export interface PageNeeds {
  /** Medium whose content must have loaded: visible, printed or read. */
  medium: 'screen' | 'paper' | 'text';
  /** Content outside of the viewport must have loaded as well. */
  wholePage: boolean;
  /** The page is scrolled into view once, from top to bottom, so that it loads late content. */
  reveal: boolean;
  /** An element that scrolls instead of the page is made as tall as its content. */
  unfold: boolean;
  /** The page shows its frames on command, if the browser supports it. */
  frameControl: boolean;
  /** The page is transparent where it sets no background. */
  transparent: boolean;
  /** The page runs its scripts. */
  scripts: boolean;
  /** If there are no scripts that report it, the load event is awaited. */
  loadEvent: boolean;
  /** `hide_selectors` removes elements from the page; false if the capture leaves them out itself. */
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
