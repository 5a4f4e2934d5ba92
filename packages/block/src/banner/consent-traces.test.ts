import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeRules, filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent';
import t from 'tap';
import { builtInTools, tracesOf } from './consent-traces.ts';

const rulesUrl = import.meta.resolve('@duckduckgo/autoconsent/rules/compact-rules.json');

t.test('every tool that autoconsent knows by its code has traces here', async (t) => {
  const folder = fileURLToPath(new URL('../dist/types/cmps/', rulesUrl));
  const tools = readdirSync(folder)
    .map((file) => file.replace('.d.ts', ''))
    .filter((name) => name !== 'all' && name !== 'base');
  t.same(tools.toSorted(), Object.keys(builtInTools).toSorted());
});

t.test('every rule of autoconsent leaves a trace', async (t) => {
  const rules = JSON.parse(readFileSync(fileURLToPath(rulesUrl), 'utf8')) as IndexedCMPRuleset;
  const generic = filterCompactRules(rules, { url: 'https://site.example/', mainFrame: true });
  const traces = tracesOf(decodeRules(generic));
  t.ok(traces && traces.selectors.length > 150);
  t.ok(traces?.selectors.includes('#onetrust-banner-sdk'));
  t.ok(traces?.expressions.includes('window.Cookiebot'));
});

const rule = (detectCmp: object[]) => [{ name: 'x', detectCmp } as never];
const builtIn = tracesOf([]);

t.test('the trace of a rule', async (t) => {
  const own = (detectCmp: object[]) => {
    const traces = tracesOf(rule(detectCmp));
    return (
      traces && {
        selectors: traces.selectors.filter((each) => !builtIn?.selectors.includes(each)),
        expressions: traces.expressions.filter((each) => !builtIn?.expressions.includes(each)),
      }
    );
  };
  const selectors = (...selectors: string[]) => ({ selectors, expressions: [] });
  t.same(own([{ exists: '#a' }, { exists: '#b' }]), selectors('#a'), 'its first step');
  t.same(own([{ visible: '#a', check: 'any' }]), selectors('#a'));
  t.same(own([{ exists: ['#host', '.inside'] }]), selectors('#host'), 'what lies in the page');
  t.same(own([{ any: [{ exists: '#a' }, { visible: '#b' }] }]), selectors('#a', '#b'));
  t.same(own([{ wait: 5 }, { exists: '#a' }]), selectors('#a'), 'the first that has one');
  t.match(own([{ eval: 'EVAL_TEALIUM_0' }]), { selectors: [], expressions: [/utag/] });
});

t.test('a rule that may hold anywhere', async (t) => {
  t.equal(tracesOf(rule([])), undefined);
  t.equal(tracesOf(rule([{ negated: true, exists: '#a' }])), undefined);
  t.equal(tracesOf(rule([{ visible: '#a', check: 'none' }])), undefined);
  t.equal(tracesOf(rule([{ any: [{ exists: '#a' }, { cookieContains: 'b' }] }])), undefined);
});
