import { resolveViewport, type RenderRequest } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser-source.ts';
import { ownLanguageHeader } from './languages.ts';
import { splitHeaders } from './own-origin.ts';
import { createKindReader, patternsOf, type ResourceKind } from './resource-kinds.ts';
import { callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';

/** Settings that block resource kinds, and add headers for the target's own origin. */
export function interception(
  request: RenderRequest,
  origin: string | undefined,
  mainFrameId: string,
): FrameSetting[] {
  const kinds: ReadonlySet<ResourceKind> = new Set(request.block_ressources ?? []);
  const headers = origin === undefined ? [] : splitHeaders(request).own;
  const settings: FrameSetting[] = [];
  const patterns = patternsOf(kinds);
  // Loaded on use: few requests freeze their page.
  const stills = request.deterministic ? import('../freeze/still-images.ts') : undefined;
  if (stills) patterns.push({ resourceType: 'Image', requestStage: 'Response' });
  const credentials = origin === undefined ? undefined : urlCredentials(request);
  if (headers.length > 0 || credentials) patterns.push({ urlPattern: `${origin}/*` });
  const { userAgent, acceptLanguage } = splitHeaders(request);
  const common = ownLanguageHeader(acceptLanguage);
  if (common.length > 0) patterns.push(...rewrittenTypes.map((resourceType) => ({ resourceType })));

  if (patterns.length > 0) {
    const kindReader = createKindReader(kinds);
    settings.push((session) => {
      session.on('Fetch.requestPaused', (event) => {
        if (stills && event.responseStatusCode !== undefined) {
          void stills.then(({ passImage }) => passImage(session, event)).catch(() => {});
          return;
        }
        void decide(event)
          .then(({ refuse, own }) =>
            answer(session, event, refuse, own ? [...common, ...headers] : common),
          )
          .catch(() =>
            // A request without a response would stay paused forever.
            session.send('Fetch.failRequest', {
              requestId: event.requestId,
              errorReason: 'Failed',
            }),
          )
          .catch(() => {});
      });
      if (credentials) authenticate(session, origin, credentials);
      const handleAuthRequests = credentials !== undefined;
      return Promise.all([
        kindReader.listen(session),
        session.send('Fetch.enable', { patterns, handleAuthRequests }),
      ]);

      async function decide(event: Protocol.Fetch.RequestPausedEvent) {
        const isMain = event.resourceType === 'Document' && event.frameId === mainFrameId;
        const refuse = !isMain && kinds.size > 0 && kinds.has(await kindReader.kindOf(event));
        return {
          refuse,
          own: origin !== undefined && new URL(event.request.url).origin === origin,
        };
      }
    });
  }
  const identity = request.user_agent ?? userAgent ?? acceptLanguage ?? request.locale;
  if (patterns.length > 0 || kinds.size > 0 || identity !== undefined || device(request)) {
    settings.push(withholdWorkers);
  }
  if (kinds.has('websocket')) {
    settings.push(async (session) => {
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: callOf(pageCode.refuseWebSockets),
      });
    });
  }
  return settings;
}

/** Chromium writes `Accept-Language` itself for documents and workers' scripts (Other). */
const rewrittenTypes = ['Document', 'Other'] as const;

/** Sends credentials to their origin, once per request. */
function authenticate(
  session: CdpSession,
  origin: string | undefined,
  credentials: Credentials,
): void {
  const answered = new Set<string>();
  session.on('Fetch.authRequired', ({ requestId, request, authChallenge }) => {
    const isOwn = authChallenge.source !== 'Proxy' && new URL(request.url).origin === origin;
    const isFirst = !answered.has(requestId);
    answered.add(requestId);
    const authChallengeResponse: Protocol.Fetch.AuthChallengeResponse =
      isOwn && isFirst
        ? { response: 'ProvideCredentials', ...credentials }
        : { response: 'CancelAuth' };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {});
  });
}

/** Returns whether a device defines its own user agent. */
function device(request: RenderRequest): boolean {
  return resolveViewport(request).userAgent !== undefined;
}

function answer(
  session: CdpSession,
  { requestId, request }: Protocol.Fetch.RequestPausedEvent,
  refuse: boolean,
  headers: readonly { name: string; value: string }[],
): Promise<unknown> {
  if (refuse) {
    return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }
  if (headers.length === 0) return session.send('Fetch.continueRequest', { requestId });
  const replaced = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(request.headers)
    .filter(([name]) => !replaced.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return session.send('Fetch.continueRequest', { requestId, headers: [...kept, ...headers] });
}

/** Keeps service workers and shared workers from being started in the page and its frames. */
const withholdWorkers: FrameSetting = async (session) => {
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.refuseWorkers),
  });
};

interface Credentials {
  username: string;
  password: string;
}

/** Returns the credentials of the URL, sent only on request: pages would copy them into URLs. */
function urlCredentials({
  url,
  base_url: base,
  authorization,
  headers = [],
}: RenderRequest): Credentials | undefined {
  const parsed = URL.parse(url ?? base ?? '');
  if (parsed === null || (parsed.username === '' && parsed.password === '')) return undefined;
  const isGiven =
    authorization !== undefined || headers.some((each) => /^authorization:/i.test(each));
  if (isGiven) return undefined;
  return { username: decoded(parsed.username), password: decoded(parsed.password) };
}

/** A `%` that starts no encoding is literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
