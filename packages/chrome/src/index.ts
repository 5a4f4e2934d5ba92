export { type ChromeFlagOptions, chromeFlags } from './chrome-flags.ts';
export { type BundledBrowser, unpackBundledBrowser } from './bundled-browser.ts';
export { type CacheDirFacts, defaultCacheDir } from './default-cache-dir.ts';
export {
  type FindBrowserOptions,
  type FoundBrowser,
  findBrowser,
  findFullChrome,
} from './find-browser.ts';
export { createBrowserGroup, type BrowserGroup } from './browser-group.ts';
export { type ChromeProcess, launchChrome, type LaunchChromeOptions } from './launch-chrome.ts';
export type { BrowserVersion } from './browser-process.ts';
export type { SandboxMode } from './sandbox.ts';
export { type ChromeSource, createChromeSource } from './chrome-source.ts';
export type { ChromeSourceOptions } from './chrome-source-options.ts';
export { describeFonts, type FontReport, type MissingScript } from './describe-fonts.ts';
export type { FontPlaces } from './font-files.ts';
export { usedFontFolders } from './fonts.ts';
export { installBrowser, type InstallBrowserOptions } from './install-browser.ts';
export { type LoginWindow, type LoginWindowOptions, openLoginWindow } from './login-window.ts';
export type { MessagePipe } from './message-pipe.ts';
export { type CdpRouter, routeMessages } from './cdp-router.ts';
export type { PageFault } from './page-fault.ts';
export { sandboxRemedy } from './sandbox-remedy.ts';
