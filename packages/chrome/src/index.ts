export { type ChromeFlagOptions, chromeFlags } from './launch/chrome-flags.ts';
export { type BundledBrowser, unpackBundledBrowser } from './find/bundled-browser.ts';
export {
  defaultCacheDir,
  systemFolder,
  type SystemUser,
  writableCacheDir,
} from './find/default-cache-dir.ts';
export {
  type FindBrowserOptions,
  type FoundBrowser,
  findBrowser,
  findFullChrome,
} from './find/find-browser.ts';
export { createBrowserGroup, type BrowserGroup } from './launch/browser-group.ts';
export {
  type ChromeProcess,
  launchChrome,
  type LaunchChromeOptions,
} from './launch/launch-chrome.ts';
export type { BrowserVersion } from './launch/browser-process.ts';
export type { SandboxMode } from './sandbox/sandbox.ts';
export { type ChromeSource, createChromeSource } from './chrome-source.ts';
export type { ChromeSourceOptions } from './chrome-source-options.ts';
export {
  describeFonts,
  type FontReport,
  type MissingScript,
  usedFontFolders,
} from './fonts/fonts.ts';
export type { FontLocations } from './fonts/fonts.ts';
export { installBrowser, type InstallBrowserOptions } from './find/install-browser.ts';
export type { BrowserWindowOptions } from './window/browser-window.ts';
export { type LoginWindow, openLoginWindow } from './login/login-window.ts';
export type { MessagePipe } from './protocol/message-pipe.ts';
export { type CdpRouter, routeMessages } from './protocol/cdp-router.ts';
export type { PageFault } from './protocol/guest-transports.ts';
export type { RemoteFailure } from './remote/remote-endpoint.ts';
export {
  createRemoteSource,
  type RemoteSource,
  type RemoteSourceOptions,
} from './remote/remote-source.ts';
export { sandboxRemedy } from './sandbox/sandbox-remedy.ts';
