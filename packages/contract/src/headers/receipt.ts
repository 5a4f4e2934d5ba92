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
  /** The signs that identify it, in fixed words. At least one. */
  evidence: string[];
}

/** Why a result counts as blank. */
export interface Blank {
  /** Share of the image that has one colour, 0 to 1; absent if no image was inspected. */
  share?: number;
  /** True if the document has text that is displayed, even if outside the image. */
  text: boolean;
  /**
   * Whether anything else of the document is painted: a picture, a field, a border, a background.
   */
  painted: boolean;
}

/** Outcome for a consent banner. */
export interface Consent {
  found: boolean;
  /** The consent tool that showed it, where it is a known one. */
  vendor?: string;
  /**
   * `opt-out`: its own button said no. `hidden`: it offered no way to say no, or did not go in
   * time. Never opted in.
   */
  how?: 'opt-out' | 'hidden';
}

/** Several of one sort: how many, and the first few. */
export interface Counted {
  count: number;
  /** At most five, cut. */
  first: string[];
}

/** Restrictions of a render in a browser that Tintype did not start. */
export interface RemoteReceipt {
  remote: true;
  /**
   * Restrictions that Tintype did not enforce: `udp` that bypasses the egress proxy, `dns` of
   * WebRTC and of hints, the `memory` and `processor` time of the page, and the `sandbox`, which
   * depends on how the browser was started.
   */
  unguarded: ('udp' | 'dns' | 'memory' | 'processor' | 'sandbox')[];
}

/**
 * The account that a result gives of itself. A part that is absent has nothing to say, or could not
 * be read: see `incomplete`.
 */
export interface Receipt {
  /** HTTP status of the document. */
  status?: number;
  /** Addresses that led to the document, the requested one first; at most 10. */
  redirects?: string[];
  /** Present when there is nothing to see. */
  blank?: Blank;
  /** Present when something stands between the reader and the page. */
  wall?: Wall;
  /** Present if a consent banner was searched for. */
  consent?: Consent;
  /** Displayed images that do not show. */
  images?: {
    /** Loaded with no image: an error, or a file that is none. */
    broken: number;
    /** On their way when the file was made. */
    loading: number;
    /** Waiting to come near the window. */
    lazy: number;
    /** Addresses of the first that are broken; at most five, cut. */
    first?: string[];
  };
  /** Families of web fonts that failed to load. */
  fonts?: Counted;
  /** Scripts whose letters no font covers, so that boxes are shown: `Thai`. */
  glyphs?: string[];
  requests?: {
    /**
     * Of the document and frames of its origin, the document included; at most some 5,000 are
     * known.
     */
    made: number;
    /**
     * Those that were answered with an error, as far as the browser tells, and targets that could
     * not be reached.
     */
    failed: number;
    /** Targets that the egress policy refused. */
    refused: number;
    /** Requests that `block_annoyance` kept out. */
    blocked: number;
  };
  /** Errors that scripts of the document threw or wrote to the console. */
  console?: Counted;
  /** `growing`: the page kept growing while it was scrolled, and its end was not reached. */
  cut?: 'growing';
  bytes?: {
    /** Of the file. */
    result: number;
    /** Received from the network. */
    received: number;
  };
  settled?: {
    /** Conditions that were awaited: events of `wait_until`, and parameters that wait. */
    waited: string[];
    /** Parts that had not loaded when the wait ended. */
    missing?: string[];
    /** The page did not stop moving. */
    moving?: true;
  };
  /** Present where the page was rendered in a remote browser. */
  browser?: RemoteReceipt;
  /**
   * Of the trace (`traceparent`) that the HTTP request for this result was a part of; a service
   * adds it.
   */
  traceId?: string;
  /** The document could not be read, or not in time: what it alone can tell is absent. */
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
] as const;

/** One of them. */
export type Verdict = (typeof verdictNames)[number];

const holds: Readonly<Record<Verdict, (receipt: Receipt) => boolean>> = {
  blank: ({ blank }) => blank !== undefined,
  blocked: ({ wall }) => wall !== undefined,
  http_error: ({ status = 0 }) => status >= 400,
  broken_images: ({ images: { broken = 0 } = {} }) => broken > 0,
  missing_glyphs: ({ glyphs = [] }) => glyphs.length > 0,
};

/** The verdicts that a receipt gives reason for: what `fail_on` would have refused. */
export function verdictsOf(receipt: Receipt): Verdict[] {
  return verdictNames.filter((name) => holds[name](receipt));
}
