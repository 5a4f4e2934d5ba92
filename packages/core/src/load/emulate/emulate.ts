import {
  resolveViewport,
  type PageNeeds,
  type RenderRequest,
  type Viewport,
} from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser-source.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';
import { languagesOf, languagesOfLocale, ownLanguageHeader } from './languages.ts';
import { splitHeaders } from './own-origin.ts';
import { grantPermissions } from './permissions.ts';
import { metricsOverride } from '../../page/metrics-override.ts';

const visionDeficiencies = {
  reduced_contrast: 'reducedContrast',
  blurred_vision: 'blurredVision',
  deuteranopia: 'deuteranopia',
  achromatopsia: 'achromatopsia',
} as const;

/** The page is sized before it navigates; awaiting the response would cost 20 ms. */
export interface Sizing {
  /** Must settle before the screenshot is taken. */
  sized: Promise<unknown>;
}

/** Sets the screen, user agent, locale and location that the page sees. */
export async function emulate(page: PageHandle, request: RenderRequest): Promise<Sizing> {
  const viewport = resolveViewport(request);
  const { session } = page;
  const calls: Promise<unknown>[] = [];
  const { frameControl: isRecorded, scripts, transparent } = page.needs;
  const sized = setSize(session, viewport, isRecorded);
  sized.catch(() => {});
  // Phones lay out by more than the window's size; frame control crashes when sized late.
  if (viewport.mobile || isRecorded) calls.push(sized);
  if (viewport.hasTouch) {
    calls.push(
      session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
    );
  }
  if (request.vision_deficiency) {
    calls.push(
      session.send('Emulation.setEmulatedVisionDeficiency', {
        type: visionDeficiencies[request.vision_deficiency],
      }),
    );
  }
  if (!scripts) {
    calls.push(session.send('Emulation.setScriptExecutionDisabled', { value: true }));
  }
  if (transparent) {
    calls.push(
      session.send('Emulation.setDefaultBackgroundColorOverride', {
        color: { r: 0, g: 0, b: 0, a: 0 },
      }),
    );
  }
  calls.push(...locate(page, request), grantPermissions(page, request));
  await Promise.all(calls);
  return { sized };
}

/** Sets the size of the page. A video's frames have the size of the window, so it is scaled. */
async function setSize(
  session: CdpSession,
  viewport: Viewport,
  isRecorded: boolean,
): Promise<void> {
  const metrics = metricsOverride(viewport);
  if (!isRecorded) {
    await session.send('Emulation.setDeviceMetricsOverride', metrics);
    return;
  }
  const { width, height, deviceScaleFactor: scale } = viewport;
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      ...metrics,
      scale,
      dontSetVisibleSize: true,
    }),
    session.send('Emulation.setVisibleSize', {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    }),
  ]);
}

function locate(page: PageHandle, request: RenderRequest): Promise<unknown>[] {
  const { geolocation_latitude: latitude, geolocation_longitude: longitude } = request;
  if (latitude === undefined || longitude === undefined) {
    // Without one, it would be that of the machine. An empty position is unavailable.
    const isGranted = request.permissions?.includes('geolocation') === true;
    return isGranted ? [page.session.send('Emulation.setGeolocationOverride', {})] : [];
  }
  return [
    page.session.send('Emulation.setGeolocationOverride', {
      latitude,
      longitude,
      accuracy: request.geolocation_accuracy ?? 0,
    }),
  ];
}

/** Settings that frames in processes of their own need as well. */
export function frameEmulation(page: PageHandle, request: RenderRequest): FrameSetting[] {
  const settings: FrameSetting[] = [];
  const features = mediaFeatures(request);
  const media = mediaType(page.needs, request);
  if (features.length > 0 || media !== '') {
    settings.push((session) => session.send('Emulation.setEmulatedMedia', { media, features }));
  }
  const { timezone } = request;
  if (timezone !== undefined) {
    settings.push((session) =>
      session.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
    );
  }
  const { locale } = request;
  if (locale !== undefined) {
    settings.push((session) => session.send('Emulation.setLocaleOverride', { locale }));
  }
  for (const { name, value } of ownLanguageHeader(splitHeaders(request).acceptLanguage)) {
    settings.push(async (session) => {
      // Without it, requests of a frame get the languages of the user agent override.
      await session.send('Network.enable');
      await session.send('Network.setExtraHTTPHeaders', { headers: { [name]: value } });
    });
  }
  const identity = userAgentOverride(page, request);
  if (identity) {
    settings.push((session) => session.send('Emulation.setUserAgentOverride', identity));
  }
  if (request.ignore_https_errors) {
    settings.push((session) =>
      session.send('Security.setIgnoreCertificateErrors', { ignore: true }),
    );
  }
  if (request.bypass_csp) {
    settings.push(async (session) => {
      await session.send('Page.enable');
      await session.send('Page.setBypassCSP', { enabled: true });
    });
  }
  return settings;
}

/** Media features other than the medium. */
export function mediaFeatures(request: RenderRequest): Protocol.Emulation.MediaFeature[] {
  const features: Protocol.Emulation.MediaFeature[] = [];
  if (request.dark_mode) features.push({ name: 'prefers-color-scheme', value: 'dark' });
  if (request.reduced_motion) features.push({ name: 'prefers-reduced-motion', value: 'reduce' });
  return features;
}

/** Empty if Chromium's default is required. Paper needs the word: printing alone is print. */
export function mediaType(
  { medium }: Pick<PageNeeds, 'medium'>,
  request: RenderRequest,
): '' | 'screen' | 'print' {
  if (medium === 'paper') return request.media_type;
  return request.media_type === 'screen' ? '' : request.media_type;
}

function userAgentOverride(
  page: PageHandle,
  request: RenderRequest,
): Protocol.Emulation.SetUserAgentOverrideRequest | undefined {
  const { userAgent: deviceUserAgent, mobile } = resolveViewport(request);
  const { userAgent: headerUserAgent, acceptLanguage } = splitHeaders(request);
  const userAgent = request.user_agent ?? headerUserAgent ?? deviceUserAgent;
  const languages =
    acceptLanguage === undefined
      ? languagesOfLocale(request.locale).join(',')
      : languagesOf(acceptLanguage).join(',');
  if (userAgent === undefined && languages === '') return undefined;
  return {
    userAgent: userAgent ?? page.lease.browser.userAgent,
    ...(languages === '' ? {} : { acceptLanguage: languages }),
    ...(userAgent === undefined ? {} : clientHints(userAgent, mobile)),
  };
}

/** `navigator.platform` and client hints that agree with the system in the user agent. */
function clientHints(
  userAgent: string,
  mobile: boolean,
): Pick<Protocol.Emulation.SetUserAgentOverrideRequest, 'platform' | 'userAgentMetadata'> {
  const android = /Android ([\d.]+)(?:; ([^;)]+))?/.exec(userAgent);
  const chrome = /Chrome\/(\d+)([\d.]*)/.exec(userAgent);
  if (/iPhone|iPad|iPod/.test(userAgent)) {
    return { platform: /iPad/.test(userAgent) ? 'iPad' : 'iPhone' };
  }
  const platform = android
    ? 'Linux armv8l'
    : /Windows/.test(userAgent)
      ? 'Win32'
      : /Macintosh/.test(userAgent)
        ? 'MacIntel'
        : undefined;
  if (!chrome) return platform ? { platform } : {};
  const version = chrome[1] ?? '';
  return {
    ...(platform ? { platform } : {}),
    userAgentMetadata: {
      brands: [
        { brand: 'Not)A;Brand', version: '8' },
        { brand: 'Chromium', version },
        { brand: 'Google Chrome', version },
      ],
      fullVersion: `${version}${chrome[2] ?? ''}`,
      platform: android
        ? 'Android'
        : platform === 'Win32'
          ? 'Windows'
          : platform === 'MacIntel'
            ? 'macOS'
            : 'Linux',
      platformVersion: android?.[1] ?? '',
      architecture: android ? '' : 'x86',
      model: android?.[2]?.replace(/ Build.*$/, '') ?? '',
      mobile,
    },
  };
}
