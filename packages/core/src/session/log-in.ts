import {
  parseRequest,
  readSecrets,
  readSteps,
  RenderError,
  wallNames,
  type StorageState,
} from '@tintype/contract';
import type { Receipt, Wall, WallKind } from '@tintype/contract/headers';
import type {
  OpenOptions,
  OpenPage,
  PageInput,
  Renderer,
  SessionLogin,
  SessionLoginInput,
} from '../types.ts';

/** Options of {@link logIn}. */
export interface LogInOptions extends OpenOptions {
  /** The state that the login starts with. */
  state?: StorageState;
  /** Further parameters of the page. */
  parameters?: PageInput;
}

/** Walls after which no login can have succeeded. */
const barriers: ReadonlySet<WallKind> = new Set(['login', 'captcha', 'bot_check', 'cdn_error']);

/**
 * Logs in by steps in a page of its own.
 * @returns cookies and storage of the page, and sentences for a person
 * @throws {RenderError} `page_blocked` if the page still shows a login after the steps
 */
export async function logIn(
  renderer: Pick<Renderer, 'open'>,
  login: SessionLogin,
  options: LogInOptions = {},
): Promise<{ state: StorageState; warnings: string[] }> {
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning);
  const open = (input: PageInput, given: OpenOptions) => renderer.open(input, given);
  const state = await afterLogin({ open, warn }, login, options, (page) =>
    page.storageState({ warn }),
  );
  return { state, warnings };
}

/** A way to open pages. */
export interface LoginPages<Page extends LoginPage> {
  open(input: PageInput, options: OpenOptions): Promise<Page>;
  warn(message: string): void;
}

type LoginPage = Pick<OpenPage, 'capture' | 'close'>;

/**
 * Reads the page that shows after a login.
 * @throws {RenderError} `page_blocked` if it still shows a login
 */
export async function afterLogin<Page extends LoginPage, T>(
  { open, warn }: LoginPages<Page>,
  { url, steps, secrets = {} }: SessionLogin,
  { state, parameters, ...options }: LogInOptions,
  read: (page: Page) => Promise<T>,
): Promise<T> {
  const input = {
    ...parameters,
    url,
    steps: [...steps],
    secrets: { ...secrets },
    ...(state && { storage_state: { ...state } }),
  };
  const page = await open(input, options);
  try {
    const { receipt, warnings } = await page.capture({ kind: 'screenshot' });
    for (const warning of warnings) warn(warning);
    refuseFailedLogin(receipt);
    if (receipt.wall) warn(`After the steps the page shows ${shown(receipt.wall)}.`);
    return await read(page);
  } finally {
    await page.close();
  }
}

/** @throws {RenderError} `page_blocked` if the page after the steps still shows a login */
export function refuseFailedLogin(receipt: Receipt): void {
  const { wall } = receipt;
  if (wall === undefined || !barriers.has(wall.kind)) return;
  const message = `After the steps the page shows ${shown(wall)}.`;
  throw new RenderError('page_blocked', message, { receipt });
}

function shown({ kind, evidence }: Wall): string {
  return `${wallNames[kind]} (${evidence.join(', ')})`;
}

/**
 * Validates a login as a caller wrote it, with short forms of steps.
 * @throws {RenderError} `invalid_parameter`, `missing_parameter`
 */
export function readLogin({ url, steps, secrets }: SessionLoginInput): SessionLogin {
  const given = { ...(secrets !== undefined && { secrets }) };
  const { request } = parseRequest({ kind: 'screenshot', url, steps, ...given });
  const recording = request.steps === undefined ? undefined : readSteps(request.steps);
  if (recording === undefined || typeof recording === 'string') {
    throw new RenderError('missing_parameter', 'steps is required: the steps that log in.');
  }
  const values = readSecrets(request.secrets ?? '{}');
  return {
    url: request.url ?? '',
    steps: recording.steps,
    ...(typeof values === 'object' && Object.keys(values).length > 0 && { secrets: values }),
  };
}
