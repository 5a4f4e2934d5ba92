/** Kinds of walls that hide the requested page. */
export type WallKind =
  | 'captcha'
  | 'bot_check'
  | 'login'
  | 'consent'
  | 'paywall'
  | 'age'
  | 'cdn_error';

/** Something shown instead of the page, or over it. */
export interface Wall {
  kind: WallKind;
  /** Signs that identify it, in fixed words. At least one. */
  evidence: string[];
}

/** Why a result counts as blank. */
export interface Blank {
  /** Share of the image that has one colour, 0 to 1; absent if no image was inspected. */
  share?: number;
  /** True if the document has text that is displayed, even if outside the image. */
  text: boolean;
  /** True if anything else is painted: an image, a field, a border, a background. */
  painted: boolean;
}

/** Outcome for a consent banner. */
export interface Consent {
  found: boolean;
  /** The consent tool that showed it, if known. */
  vendor?: string;
  /** `opt-out`: its button declined. `hidden`: it has none, or did not close. Never an opt-in. */
  how?: 'opt-out' | 'hidden';
}

/** Number of findings of one type, and the first few. */
export interface Counted {
  count: number;
  /** At most five, truncated. */
  first: string[];
}

/** Restrictions of a render in a browser that Tintype did not start. */
export interface RemoteReceipt {
  remote: true;
  /**
   * Restrictions not enforced: `udp` past the egress proxy, `dns` of WebRTC and of hints, `memory`
   * and `processor` time of the page, and the `sandbox`.
   */
  unguarded: ('udp' | 'dns' | 'memory' | 'processor' | 'sandbox')[];
}

/** Use of the parameter `session`. */
export interface SessionReceipt {
  name: string;
  used: true;
  /** The login had expired, and its steps were done again. */
  refreshed?: true;
  /** The page still shows a login. */
  expired?: true;
  /** Reason why the changes of the page were not stored. */
  unsaved?: UnsavedReason;
}

/** Reasons why the changes of a page are not stored in its session, in sentences. */
export const unsavedReasons = {
  too_large: 'its state is larger than a session may be',
  replaced: 'it was replaced meanwhile',
  deleted: 'it was deleted meanwhile',
  busy: 'other renders changed it in each attempt',
  unread: 'the state of the page could not be read',
  late: 'its storage did not respond in time',
  storage: 'its storage failed',
} as const;

export type UnsavedReason = keyof typeof unsavedReasons;

/** A step that was done. */
export interface DoneStep {
  /** Its number and description, without values: `2 click text/Sign in`. */
  step: string;
  /** Duration in ms, with settling. */
  ms: number;
}

/** Report of a result on its quality. A part is absent if there is nothing to report. */
export interface Receipt {
  /** HTTP status of the document. */
  status?: number;
  /** Redirects to the document, starting with the requested address; at most 10. */
  redirects?: string[];
  /** Present if the result shows nothing. */
  blank?: Blank;
  /** Present if a wall hides the page. */
  wall?: Wall;
  /** Present if a consent banner was searched for. */
  consent?: Consent;
  /** Displayed images that were not painted. */
  images?: {
    /** Failed to load, or loaded a file that is no image. */
    broken: number;
    /** Still loading when the file was made. */
    loading: number;
    /** Not loaded because they are far from the window. */
    lazy: number;
    /** Addresses of the first broken images; at most five, truncated. */
    first?: string[];
  };
  /** Families of web fonts that failed to load. */
  fonts?: Counted;
  /** Scripts that no font covers, so that boxes are shown: `Thai`. */
  glyphs?: string[];
  requests?: {
    /** Requests of the document and of frames of its origin; about 5,000 at most. */
    made: number;
    /** Requests with an error status, if the browser reports it, and unreachable targets. */
    failed: number;
    /** Targets that the egress policy rejected. */
    refused: number;
    /** Requests that `block_annoyance` blocked. */
    blocked: number;
  };
  /** Errors that scripts of the document threw or wrote to the console. */
  console?: Counted;
  /** `growing`: the page kept growing while it was scrolled, and its end was not reached. */
  cut?: 'growing';
  bytes?: {
    /** Size of the file. */
    result: number;
    /** Bytes received from the network. */
    received: number;
  };
  settled?: {
    /** Awaited conditions: events of `wait_until`, and parameters that wait. */
    waited: string[];
    /** Parts that had not loaded when the wait ended. */
    missing?: string[];
    /** The page did not stop moving. */
    moving?: true;
  };
  /** Areas of `ignore_selectors` in pixels of the image, which a comparison ignores; at most 50. */
  ignored?: { x: number; y: number; width: number; height: number }[];
  /** Steps that were done, in order: inside others too, and not those of branches not taken. */
  steps?: DoneStep[];
  /** Present if the page was rendered with a session. */
  session?: SessionReceipt;
  /** Present if the page was rendered in a remote browser. */
  browser?: RemoteReceipt;
  /** Id of the trace (`traceparent`) of the HTTP request; a service adds it. */
  traceId?: string;
  /** Set if the document could not be read, or not in time: parts that depend on it are absent. */
  incomplete?: true;
}

/** Names of walls in a sentence. */
export const wallNames: Readonly<Record<WallKind, string>> = {
  captcha: 'a captcha',
  bot_check: 'a check for robots',
  login: 'a login',
  consent: 'a question for consent',
  paywall: 'a paywall',
  age: 'a question for the age',
  cdn_error: 'an error page of a server in between',
};

/** Problems that a receipt can report about its result. */
export const verdictNames = [
  'blank',
  'blocked',
  'http_error',
  'broken_images',
  'missing_glyphs',
  'session_expired',
] as const;

/** One of {@link verdictNames}. */
export type Verdict = (typeof verdictNames)[number];

const conditions: Readonly<Record<Verdict, (receipt: Receipt) => boolean>> = {
  blank: ({ blank }) => blank !== undefined,
  blocked: ({ wall }) => wall !== undefined,
  http_error: ({ status = 0 }) => status >= 400,
  broken_images: ({ images: { broken = 0 } = {} }) => broken > 0,
  missing_glyphs: ({ glyphs = [] }) => glyphs.length > 0,
  session_expired: ({ session }) => session?.expired === true,
};

/** Returns the verdicts of a receipt: those that `fail_on` would have rejected. */
export function verdictsOf(receipt: Receipt): Verdict[] {
  return verdictNames.filter((name) => conditions[name](receipt));
}
