import { evalSnippets } from '@duckduckgo/autoconsent';
import type { AutoConsentCMPRule, AutoConsentRuleStep } from '@duckduckgo/autoconsent';

/** Elements of a page that autoconsent recognises: at least one of these. */
export interface ConsentTraces {
  /** CSS, or XPath after `xpath/`. */
  selectors: string[];
  /** Expressions to be evaluated among the page's own scripts. */
  expressions: string[];
}

/** Features that autoconsent searches for in its code, by tool; without frames. */
export const builtInTools: Readonly<Record<string, Partial<ConsentTraces>>> = {
  admiral: {
    selectors: [
      'div > div[class*=Card] > div[class*=Frame] > div[class*=Pills]',
      'xpath//html/body/div[contains(., "VRM") and contains(., "Admiral")]',
    ],
  },
  consentmanager: { selectors: ['#cmpbox'], expressions: ['window.__cmp'] },
  conversant: { selectors: ['.cmp-root .cmp-receptacle'] },
  cookiebot: { expressions: ['window.Cookiebot'] },
  evidon: { selectors: ['#_evidon_banner'] },
  klaro: { selectors: ['.klaro > .cookie-modal', '.klaro > .cookie-notice'] },
  onetrust: { selectors: ['#onetrust-banner-sdk', '#onetrust-pc-sdk'] },
  'sourcepoint-frame': {},
  tiktok: { selectors: ['tiktok-cookie-banner'] },
  'trustarc-top': { selectors: ['#truste-show-consent', '#truste-consent-track'] },
  'tumblr-com': { selectors: ['#cmp-app-container'] },
  uniconsent: { selectors: ['.unic .unic-box', '.unic .unic-bar', '.unic .unic-modal'] },
};

/** Traces of the built-in tools and the rules'; undefined if a rule may match any page. */
export function tracesOf(rules: readonly AutoConsentCMPRule[]): ConsentTraces | undefined {
  const all: ConsentTraces[] = Object.values(builtInTools).map(filled);
  for (const { detectCmp } of rules) {
    const traces = traceOfSteps(detectCmp);
    if (!traces) return undefined;
    all.push(traces);
  }
  return joined(all);
}

/** All steps have to hold: the first that leaves a trace will do. */
function traceOfSteps(steps: readonly AutoConsentRuleStep[]): ConsentTraces | undefined {
  for (const step of steps) {
    const traces = traceOfStep(step);
    if (traces) return traces;
  }
  return undefined;
}

function traceOfStep(step: AutoConsentRuleStep): ConsentTraces | undefined {
  if (step.negated === true || step.optional === true || step.check === 'none') return undefined;
  if (step.any) {
    const each = step.any.map(traceOfStep);
    return each.every((traces) => traces !== undefined) ? joined(each) : undefined;
  }
  const selector = step.exists ?? step.visible;
  // A list leads through shadow roots and frames: its first part is in the page itself.
  const [first] = typeof selector === 'string' ? [selector] : (selector ?? []);
  if (first !== undefined) return filled({ selectors: [first] });
  const snippet = step.eval && evalSnippets[step.eval];
  return snippet && filled({ expressions: [`(${String(snippet)})()`] });
}

const filled = ({ selectors = [], expressions = [] }: Partial<ConsentTraces>): ConsentTraces => ({
  selectors,
  expressions,
});

function joined(all: readonly ConsentTraces[]): ConsentTraces {
  return {
    selectors: [...new Set(all.flatMap(({ selectors }) => selectors))],
    expressions: [...new Set(all.flatMap(({ expressions }) => expressions))],
  };
}
