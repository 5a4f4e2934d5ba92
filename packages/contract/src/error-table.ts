/** One row of {@link errorTable}. */
export interface ErrorInfo {
  /** HTTP status of an answer with this code. */
  status: number;
  /** Whether the same request can succeed later without being changed. */
  retryable: boolean;
  /** The public sentence, used when an error brings none of its own. */
  message: string;
  /** What the person who asked can do. */
  hint: string;
}

/** Every error that Tintype gives, by its stable code. Codes are never renamed. */
export const errorTable = {
  invalid_request: {
    status: 400,
    retryable: false,
    message: 'The request cannot be read.',
    hint: 'Send one JSON object with the parameters, or a query string.',
  },
  invalid_parameter: {
    status: 400,
    retryable: false,
    message: 'A parameter has a value that is not allowed.',
    hint: 'Correct the parameter that the message names; docs/parameters.md lists every range.',
  },
  unknown_parameter: {
    status: 400,
    retryable: false,
    message: 'There is no parameter of this name.',
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
    message: 'A selector is not valid CSS.',
    hint: 'Try the selector with document.querySelector in the console of a browser.',
  },
  unsupported: {
    status: 400,
    retryable: false,
    message: 'This build of Tintype cannot do what was asked.',
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
    hint: 'Sign the query string with the secret key of the account.',
  },
  payment_required: {
    status: 402,
    retryable: false,
    message: 'The account has an unpaid invoice.',
    hint: 'Pay the invoice of the account.',
  },
  invalid_signature: {
    status: 403,
    retryable: false,
    message: 'The signature does not fit the request.',
    hint: 'Sign the query string exactly as it is sent, with the secret key of this account.',
  },
  plan_required: {
    status: 403,
    retryable: false,
    message: 'The plan of the account does not include this feature.',
    hint: 'Leave the feature out, or change to the plan that the message names.',
  },
  target_denied: {
    status: 403,
    retryable: false,
    message: 'This address may not be loaded.',
    hint: 'Only public addresses may be loaded. For one of your own, allow its host: --allow HOST, or TINTYPE_EGRESS_ALLOW.',
  },
  not_found: {
    status: 404,
    retryable: false,
    message: 'There is nothing under this address.',
    hint: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This address does not take the method.',
    hint: 'Use one of the methods in the header Allow.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request is too large.',
    hint: 'Send less, or give the page as url instead of html.',
  },
  dns_failed: {
    status: 422,
    retryable: true,
    message: 'The host of the page has no address.',
    hint: 'Check the spelling of the host.',
  },
  connection_failed: {
    status: 422,
    retryable: true,
    message: 'The host of the page could not be reached.',
    hint: 'Check that the page opens in a browser, and its port.',
  },
  tls_failed: {
    status: 422,
    retryable: false,
    message: 'No safe connection to the host of the page could be made.',
    hint: 'Check the certificate of the host.',
  },
  navigation_failed: {
    status: 422,
    retryable: true,
    message: 'The page could not be loaded.',
    hint: 'Check that the page opens in a browser.',
  },
  too_many_redirects: {
    status: 422,
    retryable: false,
    message: 'The page redirects too many times.',
    hint: 'Give the address that it should end at; the page may need cookies.',
  },
  selector_not_found: {
    status: 422,
    retryable: false,
    message: 'No element of the page fits the selector.',
    hint: 'Check the selector; if the element comes late, set delay or wait_until.',
  },
  script_failed: {
    status: 422,
    retryable: false,
    message: 'The injected script failed.',
    hint: 'Try the script in the console of a browser on that page.',
  },
  download: {
    status: 422,
    retryable: false,
    message: 'The address gives a file to download, not a page.',
    hint: 'Give the address of a page.',
  },
  page_crashed: {
    status: 422,
    retryable: true,
    message: 'The page crashed.',
    hint: 'Try again; if it crashes each time, block what it does not need with block_ressources.',
  },
  page_unresponsive: {
    status: 422,
    retryable: true,
    message: 'The page does not respond.',
    hint: 'Try again; if it hangs each time, block its scripts with block_ressources.',
  },
  image_too_large: {
    status: 422,
    retryable: false,
    message: 'The picture is larger than can be made.',
    hint: 'Choose a format that holds the size, a smaller device_scale_factor, or a clip.',
  },
  response_too_large: {
    status: 422,
    retryable: false,
    message: 'The page loads more data than allowed.',
    hint: 'Block what it does not need with block_ressources.',
  },
  quota_exceeded: {
    status: 423,
    retryable: false,
    message: 'The quota of the account is used up.',
    hint: 'Wait for the next period, or raise the quota.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests in this minute.',
    hint: 'Wait for the seconds in the header Retry-After.',
  },
  queue_full: {
    status: 429,
    retryable: true,
    message: 'Too many renders are waiting.',
    hint: 'Wait for the seconds in the header Retry-After.',
  },
  cancelled: {
    status: 499,
    retryable: false,
    message: 'The render was cancelled.',
    hint: 'Nothing: whoever asked has ended it.',
  },
  internal: {
    status: 500,
    retryable: true,
    message: 'Something went wrong inside Tintype.',
    hint: 'Try again; if it stays, report it with the id of the request.',
  },
  browser_unavailable: {
    status: 503,
    retryable: true,
    message: 'No browser could be started.',
    hint: 'Run tintype doctor: it says what is missing and how to mend it.',
  },
  browser_lost: {
    status: 503,
    retryable: true,
    message: 'The browser ended during the render.',
    hint: 'Try again.',
  },
  storage_failed: {
    status: 503,
    retryable: true,
    message: 'The service cannot keep what it was given.',
    hint: 'Try again later; whoever runs the service: look at the disk and the rights of the data folder.',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    message: 'Tintype is shutting down.',
    hint: 'Try again in a moment.',
  },
  timeout: {
    status: 504,
    retryable: true,
    message: 'The render did not end within its timeout.',
    hint: 'Raise timeout, or choose an earlier event in wait_until. Where it was recording: a shorter or smaller video, or fewer fps.',
  },
} as const satisfies Record<string, ErrorInfo>;

/** A key of {@link errorTable}. */
export type ErrorCode = keyof typeof errorTable;
