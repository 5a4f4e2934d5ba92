/** A metric in a query, with the conditions of its labels. */
export interface Selector {
  metric: string;
  matchers: { label: string; value: string }[];
}

/** Names in a query of Prometheus. */
export interface Query {
  selectors: Selector[];
  /** The labels of `by` and `on`. */
  grouping: string[];
}

const words = new Set(['by', 'on', 'without', 'and', 'or', 'unless', 'ignoring', 'bool', 'offset']);
const token =
  /\{([^}]*)\}|\[[^\]]*\]|\b(?:by|on)\s*\(([^)]*)\)|([A-Za-z_:][\w:]*)(\s*\(|\s+(?=(?:by|without)\b))?|\d[\w.]*/g;

/** Finds metrics and labels in PromQL: whatever is a name and no function, no word and no label. */
export function readQuery(query: string): Query {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  for (const [, matchers, labels, name, isCall] of query.matchAll(token)) {
    if (labels !== undefined) grouping.push(...labels.split(',').map((label) => label.trim()));
    else if (matchers !== undefined) selectors.at(-1)?.matchers.push(...readMatchers(matchers));
    else if (name !== undefined && !isCall && !words.has(name)) {
      selectors.push({ metric: name, matchers: [] });
    }
  }
  return { selectors, grouping };
}

function readMatchers(text: string): Selector['matchers'] {
  return [...text.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(
    ([, label = '', value = '']) => ({
      label,
      value,
    }),
  );
}
