import {
  createFixtureServer,
  readPixels,
  type FixtureServer,
  type DecodedImage,
} from '@tintype/testkit';
import root from 'tap';
import {
  createRenderer,
  RenderError,
  type Renderer,
  type RendererOptions,
  type RenderOptions,
  type RenderResult,
} from 'tintype';

/** Parameters of a screenshot, unchecked: tests send wrong ones as well. */
export type Parameters = Record<string, unknown>;

export interface Shot {
  result: RenderResult;
  image: DecodedImage;
}

/** A page that is loaded once: what is said of the file does not change it. */
export interface OpenedPage extends AsyncDisposable {
  /** As {@link Lab.render}, with the parameters of the file alone. */
  capture(parameters?: Parameters): Promise<RenderResult>;
  shoot(parameters?: Parameters): Promise<Shot>;
  failure(parameters: Parameters): Promise<RenderError>;
}

/** A web server, and a renderer that may reach it. */
export interface Lab {
  server: FixtureServer;
  renderer: Renderer;
  /** Loads a page, in the same window as {@link Lab.render} does. */
  open(parameters: Parameters): Promise<OpenedPage>;
  /**
   * Renders to PNG unless told another kind or format, in a {@link smallWindow} unless told
   * anything of a window.
   */
  render(parameters: Parameters, options?: RenderOptions): Promise<RenderResult>;
  /** As {@link Lab.render}, with the pixels. */
  shoot(parameters: Parameters): Promise<Shot>;
  /** The error of a render that must fail. */
  failure(parameters: Parameters, options?: RenderOptions): Promise<RenderError>;
}

/** Registers the cleanup of a test file. */
interface Teardown {
  teardown(close: () => Promise<void>): void;
}

/**
 * What a render costs grows with its window. Tests in which it does not matter get this one; what
 * is about the default of 1280 x 1080 is rendered with `renderer`.
 */
export const smallWindow = { viewport_width: 640, viewport_height: 480 } as const;

const inWindow = (parameters: Parameters): Parameters =>
  Object.keys(parameters).some((name) => name.startsWith('viewport_'))
    ? parameters
    : { ...smallWindow, ...parameters };

/** PNG, where no kind is named. */
const ofFile = (parameters: Parameters): Parameters =>
  parameters['kind'] === undefined
    ? { kind: 'screenshot', format: 'png', ...parameters }
    : parameters;

/** Shared by files that run in one process, if they need nothing else. */
const shared: { renderer?: Renderer } = {};

/** Starts both for one test file. */
export async function createLab(t: Teardown, options?: RendererOptions): Promise<Lab> {
  const server = await createFixtureServer();
  const renderer = options === undefined ? startShared() : start(options);
  t.teardown(async () => {
    if (options !== undefined) await renderer.stop();
    await server.close();
  });
  const render = (parameters: Parameters, options?: RenderOptions) =>
    renderer.render(inWindow(ofFile(parameters)) as never, options);
  return {
    server,
    renderer,
    open: (parameters) => openPage(renderer, parameters),
    render,
    shoot: (parameters) => readShot(render(parameters)),
    failure: (parameters, options) => failureOf(render(parameters, options)),
  };
}

function startShared(): Renderer {
  if (shared.renderer === undefined) {
    shared.renderer = start();
    root.teardown(() => shared.renderer?.stop());
  }
  return shared.renderer;
}

async function openPage(renderer: Renderer, parameters: Parameters): Promise<OpenedPage> {
  const page = await renderer.open(inWindow(parameters));
  const capture = (parameters: Parameters = {}) => page.capture(ofFile(parameters) as never);
  return {
    capture,
    shoot: (parameters) => readShot(capture(parameters)),
    failure: (parameters) => failureOf(capture(parameters)),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

async function readShot(rendering: Promise<RenderResult>): Promise<Shot> {
  const result = await rendering;
  return { result, image: await readPixels(result.body) };
}

function start(options: RendererOptions = {}): Renderer {
  const egress = { allow: ['127.0.0.1', '127.0.0.2'] };
  // Two pages are ready at a time: most of the time one is asked for.
  return createRenderer({ egress, concurrency: 2, spares: 0, ...options });
}

/** The error that a render rejects with; throws if it returns an image or any other error. */
export async function failureOf(render: Promise<RenderResult>): Promise<RenderError> {
  try {
    await render;
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
  throw new Error('Expected the render to fail, but it gave an image.');
}
