/** Shown once by one load of a day, instead of the page or beside it. */
export const glitches = [
  'service unavailable (503)',
  'server error (500)',
  'too many requests (429)',
  'blank page',
  'wall against robots',
  'redirect to a login',
  'connection closed',
  'document that ends early',
  'style sheet not found',
  'image not found',
  'image that never comes',
  'empty list',
  'cookie banner',
  'chat bubble',
  'text that says loading',
] as const;

export type Glitch = (typeof glitches)[number];

interface Answer {
  status: number;
  html: string;
  location?: string;
  /** Closes the connection after these characters. */
  endsAfter?: number;
}

const page = (title: string, text: string) =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>${text}</p>`;

/** Returns the answer of a load; that of the page itself without a glitch. */
export function answerWith(glitch: Glitch | undefined, html: string): Answer {
  switch (glitch) {
    case 'service unavailable (503)':
      return { status: 503, html: page('Service unavailable', 'Try again later.') };
    case 'server error (500)':
      return { status: 500, html: page('Error', 'Something went wrong.') };
    case 'too many requests (429)':
      return { status: 429, html: page('Too many requests', 'Slow down.') };
    case 'blank page':
      return { status: 200, html: '<!doctype html><title></title>' };
    case 'wall against robots':
      return { status: 403, html: wall };
    case 'redirect to a login':
      return { status: 302, html: '', location: '/login' };
    case 'connection closed':
      return { status: 200, html, endsAfter: 0 };
    case 'document that ends early':
      return { status: 200, html, endsAfter: Math.floor(html.length / 3) };
    case 'cookie banner':
      return { status: 200, html: beforeEnd(html, consent) };
    case 'chat bubble':
      return { status: 200, html: beforeEnd(html, chat) };
    default:
      return { status: 200, html };
  }
}

const wall = `<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>
  <p>Verify you are human by completing the action below.</p><div class="cf-turnstile"></div>`;
const consent = `<div id="cookie-consent" role="dialog" aria-label="Cookies" style="position:fixed;inset:auto 0 0 0;z-index:2147483600;background:#024;color:#fff;padding:24px;font:16px sans-serif">
  We use cookies to improve this site. <button>Accept all</button> <button>Reject</button></div>`;
const chat = `<div style="position:fixed;right:16px;bottom:16px;z-index:2147483600;width:60px;height:60px;border-radius:30px;background:#06c;color:#fff;font:12px/60px sans-serif;text-align:center">Chat</div>`;

export const login = `<!doctype html><title>Log in</title><h1>Log in</h1><form><input name="user" placeholder="E-mail">
  <input type="password" name="password"><button>Log in</button></form>`;

function beforeEnd(html: string, content: string): string {
  const at = html.toLowerCase().lastIndexOf('</body');
  return at < 0 ? html + content : html.slice(0, at) + content + html.slice(at);
}
