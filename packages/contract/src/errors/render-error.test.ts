import t from 'tap';
import { errorTable, type ErrorCode, type ErrorInfo } from './error-table.ts';
import { RenderError } from './render-error.ts';

const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  missing_parameter: 400,
  invalid_selector: 400,
  unsupported: 400,
  unauthorized: 401,
  signature_required: 401,
  payment_required: 402,
  invalid_signature: 403,
  plan_required: 403,
  target_denied: 403,
  not_found: 404,
  session_not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  expectation_failed: 417,
  idempotency_key_reused: 422,
  dns_failed: 422,
  connection_failed: 422,
  tls_failed: 422,
  navigation_failed: 422,
  too_many_redirects: 422,
  bad_status: 422,
  page_blank: 422,
  page_blocked: 422,
  session_expired: 422,
  http_error: 422,
  broken_images: 422,
  missing_glyphs: 422,
  selector_not_found: 422,
  step_failed: 422,
  script_failed: 422,
  download: 422,
  page_crashed: 422,
  page_unresponsive: 422,
  page_too_large: 422,
  page_navigating: 422,
  page_rewriting: 422,
  page_too_deep: 422,
  image_too_large: 422,
  response_too_large: 422,
  quota_exceeded: 423,
  rate_limited: 429,
  queue_full: 429,
  cancelled: 499,
  internal: 500,
  browser_unavailable: 503,
  browser_lost: 503,
  storage_failed: 503,
  shutting_down: 503,
  timeout: 504,
  storage_full: 507,
  account_storage_full: 507,
};

t.test('the table', async (t) => {
  t.same(
    Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status])),
    statuses,
  );
  for (const [code, info] of Object.entries<ErrorInfo>(errorTable)) {
    t.ok(info.message.length > 8 && info.hint.length > 5, code);
    const { error, message } = new RenderError(code as ErrorCode).toBody();
    t.not(error, 'Error', `the status of ${code} has a name`);
    t.equal(message, info.message);
  }
});

t.test('the body for a wrong key is that of the interface', async (t) => {
  t.same(new RenderError('unauthorized').toBody(), {
    statusCode: 401,
    error: 'Unauthorized',
    message: 'Invalid access key',
    code: 'unauthorized',
  });
});

t.test('what is internal stays inside', async (t) => {
  const cause = new Error('secret');
  const error = new RenderError('timeout', 'too slow', {
    stage: 'navigate',
    cause,
    retryAfterS: 3,
  });
  t.type(error, Error);
  t.equal(error.cause, cause);
  t.match(error, {
    name: 'RenderError',
    code: 'timeout',
    message: 'too slow',
    status: 504,
    retryable: true,
    stage: 'navigate',
    retryAfterS: 3,
  });
  t.same(error.toBody(), {
    statusCode: 504,
    error: 'Gateway Timeout',
    message: 'too slow',
    code: 'timeout',
  });
  const plain = new RenderError('internal');
  for (const name of ['cause', 'stage', 'details', 'retryAfterS']) t.notOk(name in plain, name);
});

t.test('what reached the page counts, and what took its time', async (t) => {
  const codes = Object.keys(errorTable) as ErrorCode[];
  const counting = (of: (code: ErrorCode) => RenderError) =>
    codes.filter((code) => of(code).charged);
  const always = counting((code) => new RenderError(code));
  t.same(always, [
    'invalid_selector',
    'too_many_redirects',
    'bad_status',
    'selector_not_found',
    'step_failed',
    'script_failed',
    'download',
    'page_unresponsive',
    'page_too_large',
    'page_navigating',
    'page_rewriting',
    'page_too_deep',
    'image_too_large',
    'response_too_large',
    'timeout',
  ]);
  const more = (of: (code: ErrorCode) => RenderError) =>
    counting(of).filter((code) => !always.includes(code));
  t.same(
    more((code) => new RenderError(code).afterHolding(4_999)),
    [],
  );
  t.same(
    more((code) => new RenderError(code).afterHolding(5_000)),
    [
      'target_denied',
      'dns_failed',
      'connection_failed',
      'tls_failed',
      'navigation_failed',
      'page_crashed',
      'cancelled',
    ],
  );
  t.same(
    more((code) => new RenderError(code, undefined, { stage: 'navigate' })),
    [],
  );
  t.same(
    more((code) => new RenderError(code, undefined, { stage: 'capture' })),
    ['invalid_parameter'],
  );
});

t.test('how long it held a slot is all that is added', async (t) => {
  const cause = new Error('why');
  const details = [{ parameter: 'a', message: 'b' }];
  const error = new RenderError('timeout', 'late', {
    stage: 'settle',
    cause,
    details,
    retryAfterS: 4,
  });
  const held = error.afterHolding(7);
  t.same({ ...held }, { ...error, heldMs: 7 });
  t.equal(held.cause, cause);
  t.same(held.toBody(), error.toBody());
  t.notOk('cause' in new RenderError('timeout').afterHolding(1));
});

t.test('details', async (t) => {
  const details = [{ parameter: 'a', message: 'b' }];
  const body = new RenderError('invalid_parameter', 'x', { details }).toBody();
  t.same(body.details, details);
  t.not(body.details, details, 'a copy');
});

t.test('instanceof knows the errors of another copy, and nothing else', async (t) => {
  const address = './render-error.ts?copy';
  const copy = (await import(address)) as typeof import('./render-error.ts');
  t.not(copy.RenderError, RenderError);
  const error = new copy.RenderError('timeout');
  t.ok(error instanceof RenderError);
  t.ok(new RenderError('timeout') instanceof copy.RenderError);
  t.ok(RenderError.is(error));
  for (const other of [new Error('timeout'), { name: 'RenderError', code: 'timeout' }, null, 'x']) {
    t.notOk(RenderError.is(other));
    t.notOk((other as unknown) instanceof RenderError);
  }
  class Own extends RenderError {}
  t.notOk(error instanceof Own);
  t.ok(new Own('timeout') instanceof Own);
  t.ok(new Own('timeout') instanceof copy.RenderError);
  t.notMatch(Object.keys(error).join(), /brand|Symbol/);
});

t.test('whatever was thrown', async (t) => {
  const known = new RenderError('timeout');
  const thrown = new TypeError('x is not a function');
  const aborted = AbortSignal.abort();
  t.equal(RenderError.from(known), known);
  t.equal(RenderError.from(known, aborted), known, 'what failed first counts');
  t.match(RenderError.from(thrown), {
    code: 'internal',
    cause: thrown,
    message: /internal error of Tintype/,
  });
  t.match(RenderError.from(thrown, AbortSignal.any([])), { code: 'internal' });
  t.match(RenderError.from('no error at all'), { code: 'internal', cause: 'no error at all' });
  t.equal(
    RenderError.from(undefined, undefined, 'The encoder failed.').message,
    'The encoder failed.',
  );
  t.match(RenderError.from(thrown, aborted), { code: 'cancelled', cause: thrown });
  t.equal(RenderError.from(thrown, AbortSignal.abort(known)), known, 'whoever aborted says why');
});

t.test('the step of a render', async (t) => {
  const cause = new Error('why');
  const error = new RenderError('timeout', 'Late.', { cause, retryAfterS: 2 });
  const staged = error.at('settle');
  t.match(staged, { code: 'timeout', message: 'Late.', stage: 'settle', cause, retryAfterS: 2 });
  t.equal(staged.at('capture'), staged);
});

t.test('what a code means to those who handle it', async (t) => {
  const codes = (pick: (info: ErrorInfo) => unknown) =>
    Object.entries<ErrorInfo>(errorTable).flatMap(([code, info]) => (pick(info) ? [code] : []));
  t.same(
    codes(({ attempts = 1 }) => attempts > 1),
    ['page_crashed', 'browser_lost'],
  );
  t.same(
    codes(({ queued }) => queued === 'put back'),
    ['shutting_down'],
  );
  t.same(
    codes(({ queued }) => queued === 'retry'),
    [
      'page_crashed',
      'queue_full',
      'cancelled',
      'internal',
      'browser_unavailable',
      'browser_lost',
      'storage_failed',
      'storage_full',
    ],
  );
  t.same(
    codes(({ isAboutCaller }) => isAboutCaller),
    [
      'payment_required',
      'plan_required',
      'quota_exceeded',
      'rate_limited',
      'queue_full',
      'cancelled',
    ],
  );
  t.same(
    codes(({ isUnannounced }) => isUnannounced),
    [
      'plan_required',
      'target_denied',
      'quota_exceeded',
      'queue_full',
      'cancelled',
      'shutting_down',
    ],
  );
});
