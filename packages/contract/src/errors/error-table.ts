/** One row of {@link errorTable}. */
export interface ErrorInfo {
  /** HTTP status of a response with this code. */
  status: number;
  /** True if the same request can succeed later without being changed. */
  retryable: boolean;
  /**
   * When a failed render counts against the quota. `always`: the page was reached, and the caller's
   * page or script failed. `reached`: only if the page was reached, because the same code may also
   * reject a request before that. `slow`: if it held a slot for {@link slowFailureS} or more, which
   * the owner of the page's host can cause. Absent: never.
   */
  charged?: 'always' | 'reached' | 'slow';
  /** Maximum attempts of a render that fails so, each on another page. Default: one. */
  attempts?: number;
  /**
   * Handling of an async request: `retry` after a pause, or `put back` as if it had not started.
   * Absent: it has failed.
   */
  queued?: 'retry' | 'put back';
  /** True if other callers that wait for the same result may succeed. */
  isAboutCaller?: true;
  /** True if no client waits for it: no webhook is sent unless the render was charged. */
  isUnannounced?: true;
  /** Public message, used when an error has none of its own. */
  message: string;
  /** Advice in the terms of the library: parameters have their own names. */
  hint: string;
  /** Advice that differs on the command line or over HTTP. See `errorHint`. */
  hints?: { cli?: string; http?: string };
  /** True if each message of this code contains its own advice: `errorHint` adds none. */
  isAdviceInMessage?: true;
}

/** Seconds of a slot from which a failure with `charged: 'slow'` counts against the quota. */
export const slowFailureS = 5;

/** The status is that of the group; the message and the hint have columns of their own. */
type ErrorRow = readonly [
  message: string,
  hint: string,
  more?: Omit<Partial<ErrorInfo>, 'status' | 'message' | 'hint'>,
];

function withStatus<Code extends string>(
  status: number,
  rows: Readonly<Record<Code, ErrorRow>>,
): Readonly<Record<Code, ErrorInfo>> {
  const infos = Object.entries<ErrorRow>(rows).map(([code, [message, hint, more]]) => [
    code,
    { status, retryable: false, ...more, message, hint },
  ]);
  return Object.fromEntries(infos) as Record<Code, ErrorInfo>;
}

/** All errors of Tintype by their stable codes. Codes are never renamed. */
export const errorTable = {
  ...withStatus(400, {
    invalid_request: [
      'The request cannot be read.',
      'Give one object with the parameters.',
      { hints: { http: 'Send one JSON object with the parameters, or a query string.' } },
    ],
    invalid_parameter: [
      'A parameter has a value that is not allowed.',
      'Correct the parameter that the message names.',
      { charged: 'reached', hints: { cli: 'See --help of the command for what each flag takes.' } },
    ],
    unknown_parameter: [
      'Unknown parameter.',
      'Check the spelling; the message names the nearest parameter that exists.',
    ],
    missing_parameter: [
      'A required parameter is missing.',
      'Add the parameter that the message names.',
    ],
    invalid_selector: [
      'A selector is not valid CSS.',
      'Try the selector with document.querySelector in the console of a browser.',
      { charged: 'always' },
    ],
    unsupported: [
      'This build of Tintype does not support the request.',
      'Leave the parameter out, or install the part that the message names.',
    ],
  }),
  ...withStatus(401, {
    unauthorized: [
      'Invalid access key',
      'Send the access key of the account in the header X-Access-Key.',
    ],
    signature_required: [
      'This account requires signed requests, and the request has no signature.',
      'Sign the request with the secret key of the account, as version 2.',
    ],
  }),
  ...withStatus(402, {
    payment_required: [
      'The account has an unpaid invoice.',
      'Pay the invoice of the account.',
      { isAboutCaller: true },
    ],
  }),
  ...withStatus(403, {
    invalid_signature: [
      'The signature does not match the request.',
      'Sign the query string exactly as it is sent, as version 2, with the secret key of this account.',
    ],
    plan_required: [
      'The plan of the account does not include this feature.',
      'Leave the feature out, or change to the plan that the message names.',
      { isAboutCaller: true, isUnannounced: true },
    ],
    target_denied: [
      'This address may not be loaded.',
      'Only public addresses may be loaded. For one of your own, allow its host: egress.allow of createRenderer, or allow of a render.',
      {
        charged: 'slow',
        isUnannounced: true,
        hints: {
          cli: 'Only public addresses may be loaded. For one of your own, allow its host: --allow HOST, or TINTYPE_EGRESS_ALLOW.',
          http: 'Only public addresses may be loaded. The operator can allow others: egress_allow.',
        },
      },
    ],
  }),
  ...withStatus(404, {
    not_found: ['Not found.', 'Check the path and the id.'],
    session_not_found: [
      'There is no session of this name, or it has expired.',
      'Create it: renderer.session({ name }).login(). renderer.sessions() has the names.',
      {
        hints: {
          cli: 'Create it: tintype login URL --session NAME. tintype sessions list has the names.',
          http: 'Create it with POST /v1/sessions. GET /v1/sessions has the names.',
        },
      },
    ],
  }),
  ...withStatus(405, {
    method_not_allowed: ['Method not allowed.', 'Use one of the methods in the header Allow.'],
  }),
  ...withStatus(409, {
    idempotency_in_progress: [
      'A request with this Idempotency-Key is in progress.',
      'Wait for the seconds in the header Retry-After, and send it again: the response is then that of the first request.',
      { retryable: true },
    ],
  }),
  ...withStatus(413, {
    payload_too_large: ['The request is too large.', 'Send less, or pass url instead of html.'],
  }),
  ...withStatus(417, {
    expectation_failed: [
      'The header Expect has a value that this service does not support.',
      'Leave the header Expect out; 100-continue is the only supported value.',
    ],
  }),
  ...withStatus(422, {
    idempotency_key_reused: [
      'Another request was sent with this Idempotency-Key.',
      'Take a new key for each request, and the same one only to send the same request again.',
    ],
    dns_failed: [
      'The host of the page has no address.',
      'Check the spelling of the host.',
      { retryable: true, charged: 'slow' },
    ],
    connection_failed: [
      'The host of the page could not be reached.',
      'Check that the page opens in a browser, and its port.',
      { retryable: true, charged: 'slow' },
    ],
    tls_failed: [
      'No secure connection to the host of the page could be made.',
      'Check the certificate of the host; ignore_https_errors loads a page whose certificate cannot be trusted.',
      { charged: 'slow' },
    ],
    navigation_failed: [
      'The page could not be loaded.',
      'Check that the page opens in a browser.',
      { retryable: true, charged: 'slow' },
    ],
    too_many_redirects: [
      'The page redirects too many times.',
      'Use the address of the final page; the page may need cookies.',
      { charged: 'always' },
    ],
    bad_status: [
      'The page answered with a status that makes the render fail.',
      'Check that the page opens in a browser, or leave the status out of fail_on_status.',
      { charged: 'always' },
    ],
    page_blank: [
      'The page is blank.',
      'Wait for its content with wait_for_selector or delay.',
      { retryable: true },
    ],
    page_blocked: [
      'A wall hides the page.',
      'Give the cookies or the storage_state of a reader, or another proxy.',
      { retryable: true },
    ],
    session_expired: [
      'The session is not logged in any more.',
      'Log in again, or create the session with steps that log in.',
    ],
    http_error: ['The page answered with an error.', 'Check that the page opens in a browser.'],
    broken_images: [
      'Images of the page are broken.',
      'Check that they open in a browser.',
      { retryable: true },
    ],
    missing_glyphs: [
      'No font has some letters of the page.',
      'Install the fonts that the warnings of a render name.',
    ],
    selector_not_found: [
      'No element of the page matches the selector.',
      'Check the selector; if the element comes late, wait for it with wait_for_selector.',
      { charged: 'always' },
    ],
    step_failed: [
      'A step could not be done.',
      'Check the step that the message names; a trace contains an image of that moment.',
      { charged: 'always' },
    ],
    script_failed: [
      'A script of the request failed.',
      'Try the script in the console of a browser on that page.',
      { charged: 'always' },
    ],
    download: [
      'The address leads to a file to download, not to a page.',
      'Use the address of a page. A PDF works as a screenshot (one page), a pdf (a copy) and a scrape (its text), unless the file is damaged or locked.',
      { charged: 'always' },
    ],
    page_crashed: [
      'The page crashed.',
      'Try again; if it crashes each time, block what it does not need with block_ressources.',
      { retryable: true, charged: 'slow', attempts: 2, queued: 'retry' },
    ],
    page_unresponsive: [
      'The page does not respond.',
      'Try again; if it hangs each time, block its scripts with block_ressources.',
      { retryable: true, charged: 'always' },
    ],
    page_too_large: [
      'The page uses more memory than allowed.',
      'Block what it does not need with block_ressources; the operator can allow more memory for each page.',
      { charged: 'always' },
    ],
    page_navigating: [
      'The page navigated away each time it was captured.',
      'Use the address that it leads to, or block its scripts with block_ressources.',
      { retryable: true, charged: 'always' },
    ],
    page_rewriting: [
      'The page keeps rewriting itself.',
      'Block its scripts with block_ressources; a page is stable when its scripts no longer call document.open or document.write.',
      { charged: 'always' },
    ],
    page_too_deep: [
      'The elements of the page are nested too deep.',
      'Block the scripts that create them with block_ressources; browsers show at most a few thousand nested elements.',
      { charged: 'always' },
    ],
    image_too_large: [
      'The image is too large to be encoded.',
      'Choose a format that supports the size, a smaller device_scale_factor, image_width or image_height, or a clip.',
      { charged: 'always', isAdviceInMessage: true },
    ],
    response_too_large: [
      'The page loads more data than allowed.',
      'Block what it does not need with block_ressources.',
      { charged: 'always' },
    ],
  }),
  ...withStatus(423, {
    quota_exceeded: [
      'The quota of the account is used up.',
      'Wait for the next period, or raise the quota.',
      { isAboutCaller: true, isUnannounced: true },
    ],
  }),
  ...withStatus(429, {
    rate_limited: [
      'Too many requests in this minute.',
      'Wait for the seconds in the header Retry-After.',
      { retryable: true, isAboutCaller: true },
    ],
    queue_full: [
      'Too many renders are waiting.',
      'Wait for the seconds in the header Retry-After.',
      { retryable: true, queued: 'retry', isAboutCaller: true, isUnannounced: true },
    ],
  }),
  ...withStatus(499, {
    cancelled: [
      'The render was cancelled.',
      'Nothing: the caller cancelled it.',
      { charged: 'slow', queued: 'retry', isAboutCaller: true, isUnannounced: true },
    ],
  }),
  ...withStatus(500, {
    internal: [
      'An internal error of Tintype.',
      'Try again; if it persists, report it with the id of the request.',
      { retryable: true, queued: 'retry' },
    ],
  }),
  ...withStatus(503, {
    browser_unavailable: [
      'No browser could be started.',
      'Run npx tintype doctor: it reports problems and their fixes.',
      {
        retryable: true,
        queued: 'retry',
        hints: { cli: 'Run tintype doctor: it reports problems and their fixes.' },
      },
    ],
    browser_lost: [
      'The browser exited during the render.',
      'Try again.',
      { retryable: true, attempts: 3, queued: 'retry' },
    ],
    storage_failed: [
      'The service cannot store data.',
      'Try again later; the operator should check the storage of the service: disk and permissions of its folder, or whether its Postgres and its S3 respond.',
      {
        retryable: true,
        queued: 'retry',
        hints: { cli: 'Check the disk, and the permissions of the folder.' },
      },
    ],
    shutting_down: [
      'Tintype is shutting down.',
      'Try again in a moment.',
      { retryable: true, queued: 'put back', isUnannounced: true },
    ],
  }),
  ...withStatus(504, {
    timeout: [
      'The render did not finish within its timeout.',
      'Raise timeout, or choose an earlier event in wait_until.',
      {
        retryable: true,
        charged: 'always',
        hints: {
          cli: 'Raise --timeout, or choose an earlier event in --wait-until.',
          http: 'Raise timeout, up to max_timeout of the service, or choose an earlier event in wait_until.',
        },
      },
    ],
  }),
  ...withStatus(507, {
    storage_full: [
      'The storage of the service is full.',
      'Try again later; the operator should free storage (disk of the data folder, Postgres), or adjust keep_free_bytes, and max_database_bytes of SQLite.',
      { retryable: true, queued: 'retry' },
    ],
    account_storage_full: [
      'The stored results of the account use all the storage of its plan.',
      'Wait until results expire, or use a shorter cache_ttl.',
      { retryable: true },
    ],
  }),
};

/** A key of {@link errorTable}. */
export type ErrorCode = Extract<keyof typeof errorTable, string>;
