export { type ChromeFlagOptions, chromeFlags } from './chrome-flags.ts';
export { type BundledBrowser, unpackBundledBrowser } from './bundled-browser.ts';
export { type CacheDirFacts, defaultCacheDir } from './default-cache-dir.ts';
export {
  type FindBrowserOptions,
  type FoundBrowser,
  findBrowser,
  findFullChrome,
} from './find-browser.ts';
export { type ChromeProcess, launchChrome, type LaunchChromeOptions } from './launch-chrome.ts';
export type { BrowserVersion } from './browser-process.ts';
export type { SandboxMode } from './sandbox.ts';
export {
  type ChromeSource,
  type ChromeSourceOptions,
  createChromeSource,
} from './chrome-source.ts';
export { describeFonts, type FontReport, type MissingScript } from './describe-fonts.ts';
export type { FontPlaces } from './font-files.ts';
export { usedFontFolders } from './fonts.ts';
export { installBrowser, type InstallBrowserOptions } from './install-browser.ts';
export type { MessagePipe } from './message-pipe.ts';
export { type SharedTransport, shareTransport } from './shared-transport.ts';
export { sandboxRemedy } from './sandbox-remedy.ts';
