export { type BundledBrowser, unpackBundledBrowser } from './bundled-browser.ts';
export { type CacheDirFacts, defaultCacheDir } from './default-cache-dir.ts';
export { type FindBrowserOptions, type FoundBrowser, findBrowser } from './find-browser.ts';
export { type ChromeProcess, launchChrome, type LaunchChromeOptions } from './launch-chrome.ts';
export type { BrowserVersion } from './browser-process.ts';
export type { SandboxMode } from './sandbox.ts';
export { type ChromeSourceOptions, createChromeSource } from './chrome-source.ts';
export { describeFonts, type FontReport, type MissingScript } from './describe-fonts.ts';
export { fontFolders, type FontPlaces } from './font-files.ts';
