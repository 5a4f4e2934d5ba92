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

/** All errors of Tintype by their stable codes. Codes are never renamed. */
export const errorTable = {
  invalid_request: {
    status: 400,
    retryable: false,
    message: 'The request cannot be read.',
    hint: 'Give one object with the parameters.',
    hints: { http: 'Send one JSON object with the parameters, or a query string.' },
  },
  invalid_parameter: {
    status: 400,
    retryable: false,
    charged: 'reached',
    message: 'A parameter has a value that is not allowed.',
    hint: 'Correct the parameter that the message names.',
    hints: { cli: 'See --help of the command for what each flag takes.' },
  },
  unknown_parameter: {
    status: 400,
    retryable: false,
    message: 'Unknown parameter.',
    hint: 'Check the spelling; the message names the nearest parameter that exists.',
  },
  missing_parameter: {
    status: 400,
    retryable: false,
    message: 'A required parameter is missing.',
    hint: 'Add the parameter that the message names.',
  },
  invalid_selector: {
    status: 400,
    retryable: false,
    charged: 'always',
    message: 'A selector is not valid CSS.',
    hint: 'Try the selector with document.querySelector in the console of a browser.',
  },
  unsupported: {
    status: 400,
    retryable: false,
    message: 'This build of Tintype does not support the request.',
    hint: 'Leave the parameter out, or install the part that the message names.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    message: 'Invalid access key',
    hint: 'Send the access key of the account in the header X-Access-Key.',
  },
  signature_required: {
    status: 401,
    retryable: false,
    message: 'This account requires signed requests, and the request has no signature.',
    hint: 'Sign the request with the secret key of the account, as version 2.',
  },
  payment_required: {
    status: 402,
    retryable: false,
    isAboutCaller: true,
    message: 'The account has an unpaid invoice.',
    hint: 'Pay the invoice of the account.',
  },
  invalid_signature: {
    status: 403,
    retryable: false,
    message: 'The signature does not match the request.',
    hint: 'Sign the query string exactly as it is sent, as version 2, with the secret key of this account.',
  },
  plan_required: {
    status: 403,
    retryable: false,
    isAboutCaller: true,
    isUnannounced: true,
    message: 'The plan of the account does not include this feature.',
    hint: 'Leave the feature out, or change to the plan that the message names.',
  },
  target_denied: {
    status: 403,
    retryable: false,
    charged: 'slow',
    isUnannounced: true,
    message: 'This address may not be loaded.',
    hint: 'Only public addresses may be loaded. For one of your own, allow its host: egress.allow of createRenderer, or allow of a render.',
    hints: {
      cli: 'Only public addresses may be loaded. For one of your own, allow its host: --allow HOST, or TINTYPE_EGRESS_ALLOW.',
      http: 'Only public addresses may be loaded. The operator can allow others: egress_allow.',
    },
  },
  not_found: {
    status: 404,
    retryable: false,
    message: 'Not found.',
    hint: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'Method not allowed.',
    hint: 'Use one of the methods in the header Allow.',
  },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    message: 'A request with this Idempotency-Key is in progress.',
    hint: 'Wait for the seconds in the header Retry-After, and send it again: the response is then that of the first request.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request is too large.',
    hint: 'Send less, or pass url instead of html.',
  },
  expectation_failed: {
    status: 417,
    retryable: false,
    message: 'The header Expect has a value that this service does not support.',
    hint: 'Leave the header Expect out; 100-continue is the only supported value.',
  },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    message: 'Another request was sent with this Idempotency-Key.',
    hint: 'Take a new key for each request, and the same one only to send the same request again.',
  },
  dns_failed: {
    status: 422,
    retryable: true,
    charged: 'slow',
    message: 'The host of the page has no address.',
    hint: 'Check the spelling of the host.',
  },
  connection_failed: {
    status: 422,
    retryable: true,
    charged: 'slow',
    message: 'The host of the page could not be reached.',
    hint: 'Check that the page opens in a browser, and its port.',
  },
  tls_failed: {
    status: 422,
    retryable: false,
    charged: 'slow',
    message: 'No secure connection to the host of the page could be made.',
    hint: 'Check the certificate of the host; ignore_https_errors loads a page whose certificate cannot be trusted.',
  },
  navigation_failed: {
    status: 422,
    retryable: true,
    charged: 'slow',
    message: 'The page could not be loaded.',
    hint: 'Check that the page opens in a browser.',
  },
  too_many_redirects: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The page redirects too many times.',
    hint: 'Use the address of the final page; the page may need cookies.',
  },
  bad_status: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The page answered with a status that makes the render fail.',
    hint: 'Check that the page opens in a browser, or leave the status out of fail_on_status.',
  },
  page_blank: {
    status: 422,
    retryable: true,
    message: 'The page is blank.',
    hint: 'Wait for its content with wait_for_selector or delay.',
  },
  page_blocked: {
    status: 422,
    retryable: true,
    message: 'A wall hides the page.',
    hint: 'Give the cookies or the storage_state of a reader, or another proxy.',
  },
  http_error: {
    status: 422,
    retryable: false,
    message: 'The page answered with an error.',
    hint: 'Check that the page opens in a browser.',
  },
  broken_images: {
    status: 422,
    retryable: true,
    message: 'Images of the page are broken.',
    hint: 'Check that they open in a browser.',
  },
  missing_glyphs: {
    status: 422,
    retryable: false,
    message: 'No font has some letters of the page.',
    hint: 'Install the fonts that the warnings of a render name.',
  },
  selector_not_found: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'No element of the page matches the selector.',
    hint: 'Check the selector; if the element comes late, wait for it with wait_for_selector.',
  },
  script_failed: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'A script of the request failed.',
    hint: 'Try the script in the console of a browser on that page.',
  },
  download: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The address leads to a file to download, not to a page.',
    hint: 'Use the address of a page. A PDF works as a screenshot (one page), a pdf (a copy) and a scrape (its text), unless the file is damaged or locked.',
  },
  page_crashed: {
    status: 422,
    retryable: true,
    charged: 'slow',
    attempts: 2,
    queued: 'retry',
    message: 'The page crashed.',
    hint: 'Try again; if it crashes each time, block what it does not need with block_ressources.',
  },
  page_unresponsive: {
    status: 422,
    retryable: true,
    charged: 'always',
    message: 'The page does not respond.',
    hint: 'Try again; if it hangs each time, block its scripts with block_ressources.',
  },
  page_too_large: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The page uses more memory than allowed.',
    hint: 'Block what it does not need with block_ressources; the operator can allow more memory for each page.',
  },
  page_navigating: {
    status: 422,
    retryable: true,
    charged: 'always',
    message: 'The page navigated away each time it was captured.',
    hint: 'Use the address that it leads to, or block its scripts with block_ressources.',
  },
  page_rewriting: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The page keeps rewriting itself.',
    hint: 'Block its scripts with block_ressources; a page is stable when its scripts no longer call document.open or document.write.',
  },
  page_too_deep: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The elements of the page are nested too deep.',
    hint: 'Block the scripts that create them with block_ressources; browsers show at most a few thousand nested elements.',
  },
  image_too_large: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The image is too large to be encoded.',
    hint: 'Choose a format that supports the size, a smaller device_scale_factor, image_width or image_height, or a clip.',
    isAdviceInMessage: true,
  },
  response_too_large: {
    status: 422,
    retryable: false,
    charged: 'always',
    message: 'The page loads more data than allowed.',
    hint: 'Block what it does not need with block_ressources.',
  },
  quota_exceeded: {
    status: 423,
    retryable: false,
    isAboutCaller: true,
    isUnannounced: true,
    message: 'The quota of the account is used up.',
    hint: 'Wait for the next period, or raise the quota.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    isAboutCaller: true,
    message: 'Too many requests in this minute.',
    hint: 'Wait for the seconds in the header Retry-After.',
  },
  queue_full: {
    status: 429,
    retryable: true,
    queued: 'retry',
    isAboutCaller: true,
    isUnannounced: true,
    message: 'Too many renders are waiting.',
    hint: 'Wait for the seconds in the header Retry-After.',
  },
  cancelled: {
    status: 499,
    retryable: false,
    charged: 'slow',
    queued: 'retry',
    isAboutCaller: true,
    isUnannounced: true,
    message: 'The render was cancelled.',
    hint: 'Nothing: the caller cancelled it.',
  },
  internal: {
    status: 500,
    retryable: true,
    queued: 'retry',
    message: 'An internal error of Tintype.',
    hint: 'Try again; if it persists, report it with the id of the request.',
  },
  browser_unavailable: {
    status: 503,
    retryable: true,
    queued: 'retry',
    message: 'No browser could be started.',
    hint: 'Run npx tintype doctor: it reports problems and their fixes.',
    hints: { cli: 'Run tintype doctor: it reports problems and their fixes.' },
  },
  browser_lost: {
    status: 503,
    retryable: true,
    attempts: 3,
    queued: 'retry',
    message: 'The browser exited during the render.',
    hint: 'Try again.',
  },
  storage_failed: {
    status: 503,
    retryable: true,
    queued: 'retry',
    message: 'The service cannot store data.',
    hint: 'Try again later; the operator should check the storage of the service: disk and permissions of its folder, or whether its Postgres and its S3 respond.',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    queued: 'put back',
    isUnannounced: true,
    message: 'Tintype is shutting down.',
    hint: 'Try again in a moment.',
  },
  timeout: {
    status: 504,
    retryable: true,
    charged: 'always',
    message: 'The render did not finish within its timeout.',
    hint: 'Raise timeout, or choose an earlier event in wait_until.',
    hints: {
      cli: 'Raise --timeout, or choose an earlier event in --wait-until.',
      http: 'Raise timeout, up to max_timeout of the service, or choose an earlier event in wait_until.',
    },
  },
  storage_full: {
    status: 507,
    retryable: true,
    queued: 'retry',
    message: 'The storage of the service is full.',
    hint: 'Try again later; the operator should free storage (disk of the data folder, Postgres), or adjust keep_free_bytes, and max_database_bytes of SQLite.',
  },
  account_storage_full: {
    status: 507,
    retryable: true,
    message: 'The stored results of the account use all the storage of its plan.',
    hint: 'Wait until results expire, or use a shorter cache_ttl.',
  },
} as const satisfies Record<string, ErrorInfo>;

/** A key of {@link errorTable}. */
export type ErrorCode = Extract<keyof typeof errorTable, string>;
