import type { createRenderer } from 'tintype';
import type { RunningService, SessionCookie } from './run-service.ts';
import type { ShownPage } from './shown-pages.ts';

export type Renderer = ReturnType<typeof createRenderer>;

/** Waits for what is shown, and clicks: code of the page, which may await. */
function preparation({ click = [], until }: ShownPage): string {
  return `
    const steps = ${JSON.stringify([...click.map((selector) => ({ selector, isClicked: true })), { selector: until }])};
    for (const { selector, isClicked } of steps) {
      for (let n = 0; n < 200 && !document.querySelector(selector); n += 1) await new Promise((next) => setTimeout(next, 100));
      if (!document.querySelector(selector)) throw new Error('There is no ' + selector);
      if (isClicked) document.querySelector(selector).click();
    }
    const isLoading = () => document.querySelector('[aria-busy=true]') ||
      [...document.images].some((image) => !image.complete && image.getBoundingClientRect().top < innerHeight);
    for (let n = 0; n < 100 && isLoading(); n += 1) await new Promise((next) => setTimeout(next, 100));
    await new Promise((next) => setTimeout(next, 500));`;
}

function stateOf({ address }: RunningService, cookie: SessionCookie | undefined): string {
  const { hostname } = new URL(address);
  const session = { name: 'tintype_session', value: cookie, domain: hostname, path: '/' };
  const rest = { expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' };
  return JSON.stringify({ cookies: cookie ? [{ ...session, ...rest }] : [], origins: [] });
}

/** A page, its session, and the parameters of the window. */
export interface View {
  page: ShownPage;
  cookie: SessionCookie | undefined;
  view: Readonly<Record<string, unknown>>;
}

/** Renders a page of the console as a PNG. */
export async function takeView(
  renderer: Renderer,
  service: RunningService,
  { page, cookie, view }: View,
): Promise<Uint8Array> {
  const { body } = await renderer.render({
    kind: 'screenshot',
    url: `${service.address}/console/${page.path}`,
    storage_state: stateOf(service, cookie),
    inject_js: preparation(page),
    format: 'png',
    ...view,
  });
  return body;
}
