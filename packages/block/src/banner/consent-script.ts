import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexedCMPRuleset } from '@duckduckgo/autoconsent';
import { installedFolder } from '@tintype/core/process';
import type { ConsentTraces } from './consent-traces.ts';

/** Writes the expressions that run autoconsent in a frame. */
export interface ConsentScript {
  /** Features that autoconsent can handle in a main frame; undefined: any page. */
  traces(url: string): ConsentTraces | undefined;
  /** Starts it; what it says is then read with {@link ConsentScript.next}. */
  start(url: string, isMainFrame: boolean): string;
  /** Hands over answers, and waits for what is said next. */
  next(answers: readonly { id: string; result: boolean }[]): string;
}

/** Loads the script when the first banner is seen. */
export type LoadConsentScript = () => Promise<ConsentScript>;

const settings = {
  enabled: true,
  autoAction: 'optOut',
  disabledCmps: [],
  // Nothing is painted before the screenshot is captured, so nothing must be hidden early.
  enablePrehide: false,
  enableCosmeticRules: true,
  logs: {
    lifecycle: false,
    rulesteps: false,
    detectionsteps: false,
    evals: false,
    errors: false,
    messages: false,
    waits: false,
  },
};

/** Halves its pauses, which are for people: this page has loaded and settled. */
const hurry = '(run, delayMs) => window.setTimeout(run, delayMs >= 500 ? delayMs / 2 : delayMs)';

/** Reads autoconsent's injectable script from `dist`, outside its exports, and its rules. */
export async function loadConsentScript(): Promise<ConsentScript> {
  const dependent = { name: '@tintype/block', url: import.meta.url };
  const folder = installedFolder('@duckduckgo/autoconsent', dependent);
  const [{ decodeRules, filterCompactRules }, { tracesOf }, script, rulesText] = await Promise.all([
    import('@duckduckgo/autoconsent'),
    import('./consent-traces.ts'),
    readFile(path.join(folder, 'dist/autoconsent.playwright.js'), 'utf8'),
    readFile(path.join(folder, 'rules/compact-rules.json'), 'utf8'),
  ]);
  const rules = JSON.parse(rulesText) as IndexedCMPRuleset;
  const rulesFor = (url: string, mainFrame: boolean) =>
    filterCompactRules(rules, { url, mainFrame });
  // Most sites have no rules of their own.
  const [firstGeneric, endOfGeneric] = rules.index.genericRuleRange;
  const genericRules = endOfGeneric - firstGeneric;
  let genericTraces: ConsentTraces | undefined;
  return {
    traces(url) {
      const own = rulesFor(url, true);
      if (own.r.length > genericRules) return tracesOf(decodeRules(own));
      genericTraces ??= tracesOf(decodeRules(own));
      return genericTraces;
    },
    start(url, isMainFrame) {
      const compact = rulesFor(url, isMainFrame);
      // The main frame's banner is in view by now; a frame's may still load.
      const config = { ...settings, detectRetries: isMainFrame ? 0 : 8 };
      const answer = { type: 'initResp', config, rules: { autoconsent: [], compact } };
      return `(() => {
  if (window.autoconsentReceiveMessage) return;
  const said = [];
  let heard;
  window.autoconsentSendMessage = (message) => {
    said.push(message);
    heard?.();
    return Promise.resolve();
  };
  window.tintypeConsent = async (answers) => {
    for (const answer of answers) window.autoconsentReceiveMessage({ type: 'evalResp', ...answer });
    if (said.length === 0) await new Promise((done) => { heard = done; });
    return said.splice(0);
  };
  ((setTimeout) => {
${script}
  })(${hurry});
  void window.autoconsentReceiveMessage(${JSON.stringify(answer)});
})()`;
    },
    next: (answers) => `window.tintypeConsent(${JSON.stringify(answers)})`,
  };
}
