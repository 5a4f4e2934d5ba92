// Parts for sources of pages. Apart from the index, so that a browser can start before the engine is
// loaded.
export { countAs, countScriptRequests, getsIdle } from './load/settle/script-requests.ts';
// The build writes calls of `assemblePageCode` into packages that import `createPageCode` from here.
export { assemblePageCode, callOf, createPageCode } from './page/create-page-code.ts';
export { accessibleName } from './load/steps/accessible-name.ts';
export { withoutCredentials } from './traffic/shown-url.ts';
export { writingScripts } from './page/writing-scripts.ts';
