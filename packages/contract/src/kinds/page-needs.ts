/** What a request needs of its page before something is made of it. */
export interface PageNeeds {
  /** What has to have come: all that is seen, all that is printed, or all that is read. */
  medium: 'screen' | 'paper' | 'text';
  /** What lies outside of the viewport has to have come as well. */
  wholePage: boolean;
  /**
   * The page is brought into view once, from top to bottom, so that what it loads late has come.
   */
  reveal: boolean;
  /** An element that scrolls in place of the page is made as tall as what it holds. */
  unfold: boolean;
  /** The page shows its frames on command, where the browser can do that. */
  frameControl: boolean;
  /** The page is transparent where it sets no background. */
  transparent: boolean;
  /** The page runs its scripts. */
  scripts: boolean;
  /** Where there are no scripts that tell of it, the load event is waited for. */
  loadEvent: boolean;
  /**
   * `hide_selectors` takes elements out of the page. Not where the capture leaves them out itself.
   */
  hide: boolean;
  /** What the page loads is recorded, with bodies. */
  traffic: boolean;
}

/** What a kind needs that says nothing else. */
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
