/** Inputs for the flags of a browser. */
export interface ChromeFlagOptions {
  flavour: 'headless-shell' | 'chrome';
  /** Switches a real graphics card on. */
  gpu: boolean;
  /** Chromium's own sandbox. */
  sandbox: boolean;
  userDataDir: string;
  /** Pages show frames on command: only the headless shell can. */
  frameControl?: boolean;
  /** True where /dev/shm is too small for images between processes (64 MB in Docker). */
  smallSharedMemory?: boolean;
  /** Added at the end, so that they win. */
  extraArgs?: readonly string[];
}

/** All connections go through the context's egress proxy: docs/architecture-engine.md, "egress". */
const EGRESS_FLAGS = [
  // A context made without a proxy of its own fails closed: nothing listens on port 1.
  '--proxy-server=socks5://127.0.0.1:1',
  // Without this, Chromium goes past the proxy for every loopback address.
  '--proxy-bypass-list=<-loopback>',
  // Chromium asks no name server itself.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // No UDP past the proxy: the first is read by headless shell, the second by full Chromium.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

/** Chromium's own traffic and errands, which no render needs. */
const NO_ERRANDS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--no-pings',
  '--metrics-recording-only',
  '--disable-breakpad',
  // Not --disable-crashpad-for-testing: full Chromium's network service dies.
  '--disable-crash-reporter',
  '--no-service-autorun',
  // Otherwise the active experiments depend on how the browser was built.
  '--disable-field-trial-config',
];

/** Dialogs and prompts, which no user is there to answer. */
const NO_QUESTIONS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--noerrdialogs',
  '--deny-permission-prompts',
  '--disable-prompt-on-repost',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Pages run at full speed although no window is in front. */
const NO_THROTTLING = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // The watchdog decides that a page hangs, not a dialog.
  '--disable-hang-monitor',
];

/** The same page looks the same on every machine. */
const SAME_RENDERING = [
  '--force-color-profile=srgb',
  // Otherwise images may be missing: of 40 large ones, 11 were in a screenshot.
  '--disable-checker-imaging',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=en-US',
  // Some pages stop without their popups; the pool closes those itself.
  '--disable-popup-blocking',
];

const FEATURES_OFF = [
  // It asks before a page reaches loopback, where every page seems to come from.
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessChecksWarn',
  // Turn an http address into https and wait for it to fail.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // Ask Google or the local network about pages, devices and certificates.
  'Translate',
  'MediaRouter',
  'DialMediaRouteProvider',
  'OptimizationHints',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  // Keeps pages after navigation, which only costs memory.
  'BackForwardCache',
  // Creates a compositor for each document: a sixth of the cost of reused pages.
  'RenderDocument',
  // Hold the first painting back.
  'PaintHolding',
  // Windows of the full browser over the page.
  'GlobalMediaControls',
  'LensOverlay',
  // Pages for lists below the address bar, prepared at each start.
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

const FRAME_CONTROL = [
  // A frame on command shows all that the page did before it, not what happened to be ready.
  '--run-all-compositor-stages-before-draw',
  // The compositor can wait forever for an animated background.
  '--disable-threaded-animation',
];

const GPU_ON = [
  '--enable-gpu',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
  '--enable-features=Vulkan',
  '--use-angle=vulkan',
];

/** Every flag that a browser is started with. */
export function chromeFlags(options: ChromeFlagOptions): string[] {
  return joinFeatures([
    // No DevTools port is opened: only the holder of the pipe commands the browser.
    // Its messages are binary: images need no base64.
    '--remote-debugging-pipe=cbor',
    // The headless shell ignores the value; full Chromium has only the new mode.
    options.flavour === 'chrome' ? '--headless=new' : '--headless',
    `--user-data-dir=${options.userDataDir}`,
    ...EGRESS_FLAGS,
    ...NO_ERRANDS,
    ...NO_QUESTIONS,
    ...NO_THROTTLING,
    ...SAME_RENDERING,
    `--disable-features=${FEATURES_OFF.join(',')}`,
    ...(options.gpu ? GPU_ON : []),
    ...(options.frameControl ? FRAME_CONTROL : []),
    ...(options.sandbox ? [] : ['--no-sandbox']),
    // Shared memory is then in TMPDIR: slower, but pages do not crash when it runs out.
    ...(options.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    ...(options.extraArgs ?? []),
  ]);
}

/** Of two flags with a list of features, Chromium reads the last only: their lists become one. */
function joinFeatures(flags: readonly string[]): string[] {
  const lists = new Map<string, string[]>();
  const others = flags.filter((flag) => {
    const [, name, list] = /^(--(?:en|dis)able-features)=(.*)$/.exec(flag) ?? [];
    if (name === undefined || list === undefined) return true;
    lists.set(name, [...(lists.get(name) ?? []), ...list.split(',')]);
    return false;
  });
  return [...others, ...Array.from(lists, ([name, list]) => `${name}=${list.join(',')}`)];
}

interface WindowFlagOptions {
  sandbox: boolean;
  userDataDir: string;
  smallSharedMemory?: boolean;
  extraArgs?: readonly string[];
}

/** Flags of a browser with windows for a person, who chooses the pages. */
export function windowFlags(options: WindowFlagOptions): string[] {
  return [
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${options.userDataDir}`,
    // Stays open without a window, so that its storage can be read.
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    // No prompt of the desktop's keyring: the profile is not kept.
    '--password-store=basic',
    '--use-mock-keychain',
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    ...(options.extraArgs ?? []),
  ];
}
