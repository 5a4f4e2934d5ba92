import {
  kindOfPage,
  parseRequest,
  RenderError,
  type RenderRequest,
  namesOfHalf,
  type Half,
  type KindSet,
} from '@tintype/contract';
import type {
  Middleware,
  OpenOptions,
  OpenPage,
  RenderContext,
  RenderOptions,
  RenderResult,
} from '../../types.ts';
import { compose, type Layer } from '../plugins/compose.ts';
import { collectWarnings, createContext } from '../create-context.ts';
import { createDeadline, type Deadline, endWith } from '../../time/deadline.ts';
import type { Engine } from '../acquire-page.ts';
import type { Templates } from '../fill-template.ts';
import { withRetry } from '../plugins/retry.ts';
import {
  createIdleTimer,
  closedError,
  endedError,
  idleError,
  keepForMs,
  untrustedError,
} from './end-of-page.ts';
import { createPageUses } from './page-uses.ts';
import { openOnce, type OpenedPage } from './open-once.ts';
import { raceTraced } from '../race-traced.ts';
import type { PageState } from '../../browser-source.ts';
import type { SessionUse } from '../../session/session-use.ts';

/** Runs an attempt, in the session of the request if it names one. */
export type Attempting = <T>(
  request: RenderRequest,
  context: RenderContext,
  attempt: (request: RenderRequest, session?: SessionUse) => Promise<T>,
) => Promise<T>;

export interface OpenPageParts {
  engine: Engine;
  /** Middleware around each capture, as around a render. */
  middleware: readonly Middleware[];
  /** Middleware around the opening. */
  openings: readonly Layer<RenderRequest, RenderContext, void>[];
  templates: Pick<Templates, 'fillRequest'>;
  inSession: Attempting;
  /** Starts plugins that have not started yet. */
  start(): Promise<void>;
  /** Delays the stop of the engine while work is running. */
  track<T>(work: Promise<T>, deadline: Deadline): Promise<T>;
  /** Called once the page has been released. */
  onClosed(page: EnginePage): void;
}

/** An open page, as the engine uses it. */
export interface EnginePage extends OpenPage {
  /** As `close`. Captures that have not started fail with the reason. */
  end(reason: RenderError): Promise<void>;
  /** As `storageState`, for the session of a login that is repeated. */
  leftState(): Promise<PageState>;
}

type CaptureOptions = Pick<RenderOptions, 'signal' | 'onProgress'>;

/** See `Renderer.open`. */
export async function openPage(
  parts: OpenPageParts,
  input: object,
  options: OpenOptions,
): Promise<EnginePage> {
  const { engine, middleware, openings, templates, inSession, start, track } = parts;
  const { kinds } = engine;
  const rules = {
    kinds,
    hasOutputs: true,
    ...(options.upstream === undefined ? { locations: [] } : {}),
  };
  const { keepFor, trusted = false, traffic = false, ...given } = options;
  const idleMs = keepForMs(keepFor);
  refuseOtherHalf(input, 'load', kinds);
  const parsed = parseRequest({ ...input, kind: kindOfPage(input, kinds).name }, rules);
  const { context, warnings } = createContext(parsed, given);
  const { deadline } = context;
  const attempt = withRetry((request, own) =>
    inSession(request, own, (restored, session) =>
      openOnce(engine, restored, own, { traffic, ...(session && { session }) }),
    ),
  );
  let made: OpenedPage | undefined;
  const opening = compose<RenderRequest, RenderContext, void>(openings, async (request, own) => {
    made = await attempt(request, own);
  });
  const open = async () => {
    await start();
    await opening(parsed.request, { ...context, isOpenPage: true });
    return made as OpenedPage;
  };
  const opened = await track(raceTraced(context, open()), deadline).catch((error: unknown) => {
    deadline.dispose();
    throw RenderError.from(error);
  });
  /** The page's own activity has a budget of its own, between the captures. */
  const rest = () => {
    deadline.renew(parsed.request.timeout * 1000);
    deadline.pause();
  };
  rest();
  const uses = createPageUses();
  /** Why nothing is captured any more. */
  let over: RenderError | undefined;
  let closing: Promise<void> | undefined;
  /** The content that was loaded last. */
  let source: { html?: string } = {};
  const idle = createIdleTimer(idleMs, () => void page.end(idleError(idleMs)));
  const onEnded = () => void page.end(endedError(opened.ended.reason));
  opened.ended.addEventListener('abort', onEnded);

  const read = (wanted: object): { request: RenderRequest; ignored: string[] } => {
    refuseOtherHalf(wanted, 'capture', kinds);
    const { request, ignored } = parseRequest({ ...input, ...source, ...wanted }, rules);
    // What only says something to another kind said it when the page was opened.
    return { request, ignored: ignored.filter((name) => Object.hasOwn(wanted, name)) };
  };

  const load = async (
    given: { html: string },
    { assets, data }: Pick<RenderOptions, 'assets' | 'data'>,
  ) => {
    if (over) throw over;
    const next = data === undefined ? given : await templates.fillRequest(given, data);
    const { html, base_url: base } = parsed.request;
    if (!trusted || html === undefined || base !== undefined) throw untrustedError();
    const { request } = parseRequest({ ...input, ...next, kind: parsed.request.kind }, rules);
    deadline.renew(request.timeout * 1000);
    try {
      const call = { ...context, isOpenPage: true as const, ...(assets ? { assets } : {}) };
      await deadline.race(opened.load(request, call));
      source = next;
    } catch (error) {
      throw RenderError.from(error);
    } finally {
      rest();
    }
  };

  const resuming = compose<RenderRequest, RenderContext, void>(openings, async (_request, own) =>
    opened.resume(own),
  );
  const resume = async () => {
    if (over) throw over;
    deadline.renew(parsed.request.timeout * 1000);
    try {
      const work = resuming(parsed.request, { ...context, isOpenPage: true });
      await raceTraced(context, work);
    } catch (error) {
      throw RenderError.from(error);
    } finally {
      rest();
    }
  };

  const capture = async (
    wanted: object,
    { signal, onProgress }: CaptureOptions,
    onFree: () => void,
  ) => {
    if (over) throw over;
    const { request, ignored } = read(wanted);
    if (signal?.aborted) throw RenderError.from(signal.reason, signal);
    const own = collectWarnings(ignored, request.kind);
    // It ends with the renderer and with the caller's signal; with the page while it is in use.
    const ends = AbortSignal.any([deadline.signal, ...(signal ? [signal] : [])]);
    const time = createDeadline(request.timeout * 1000, ends);
    time.activity = 'beginning the capture';
    time.start();
    const part = endWith(opened, time.signal);
    const free = () => {
      part();
      onFree();
    };
    const pipeline = compose(middleware, (asked, own) => opened.capture(asked, own, free));
    try {
      const about = onProgress ? { onProgress } : {};
      const clock = { deadline: time, signal: time.signal };
      const call = { ...context, ...clock, isOpenPage: true as const, warn: own.warn, ...about };
      const result: RenderResult = await raceTraced(call, pipeline(request, call));
      return { ...result, warnings: [...warnings, ...own.warnings, ...result.warnings] };
    } catch (error) {
      throw RenderError.from(error);
    } finally {
      part();
      time.dispose();
    }
  };

  const readState = (withEmpty?: boolean) => {
    const work = uses.alone(async () => {
      if (over) throw over;
      deadline.renew(parsed.request.timeout * 1000);
      try {
        return await opened.storageState(withEmpty);
      } catch (error) {
        throw RenderError.from(error);
      } finally {
        rest();
      }
    });
    return idle.during(track(work, deadline));
  };

  const close = async () => {
    idle.stop();
    // Where the page has ended by itself, what was taken of it before is still made into files.
    await uses.ended();
    opened.ended.removeEventListener('abort', onEnded);
    await opened.noteSession();
    deadline.dispose();
    opened.release();
    await opened.saveSession();
    parts.onClosed(page);
  };

  const page: EnginePage = {
    get url() {
      return opened.url;
    },
    get ended() {
      return over;
    },
    capture(wanted, options = {}) {
      const work = uses.next((onFree) => capture(wanted, options, onFree));
      return idle.during(track(work, deadline));
    },
    load({ html }, options = {}) {
      const work = uses.alone(() => load({ html }, options));
      return idle.during(track(work, deadline));
    },
    get paused() {
      return opened.paused;
    },
    resume() {
      return idle.during(track(uses.alone(resume), deadline));
    },
    async puppeteer<Page>() {
      if (over) throw over;
      return idle.during(opened.puppeteer<Page>());
    },
    async storageState({ warn = context.warn } = {}) {
      const { state, missing } = await readState();
      for (const part of missing) warn(`The storage state lacks ${part}.`);
      return state;
    },
    leftState: () => readState(true),
    end(reason) {
      over ??= reason;
      return (closing ??= close());
    },
    close: () => page.end(closedError()),
    [Symbol.asyncDispose]: () => page.end(closedError()),
  };
  return page;
}

/** Refuses parameters of the other half of a render. Throws RenderError `invalid_parameter` */
function refuseOtherHalf(input: object, own: Exclude<Half, 'service'>, kinds: KindSet): void {
  const other = own === 'load' ? 'capture' : 'load';
  const [name] = namesOfHalf(input, other, kinds);
  if (name === undefined) return;
  const message = `belongs to ${other === 'load' ? 'open()' : 'capture()'}`;
  throw new RenderError('invalid_parameter', `${name} ${message}.`, {
    details: [{ parameter: name, message }],
  });
}
