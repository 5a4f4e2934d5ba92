/// <reference lib="dom" />
import { ownAttribute, ownMatches, ownOf } from '@tintype/core/in-page';

/** Attributes that sites write for their own tests. */
export const testAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];

/** Other attributes that rarely change, the most stable first. */
export const namingAttributes = [
  'name',
  'for',
  'aria-label',
  'placeholder',
  'href',
  'title',
  'alt',
];

/** Maximum length of a selector that is recorded. */
export const maxRecordedSelector = 200;

/** Returns true if an id or a class looks as if a program had made it: it changes with each build. */
export function isGenerated(name: string): boolean {
  if (/\d{3,}|[:.«]|^\d|^_r_|^(?:css|sc|jss|jsx|tss|emotion|svelte|mantine)-/i.test(name)) {
    return true;
  }
  const library =
    /^(?:ember|ext|yui|radix|headlessui|mui|mat-|mdc-|el-id-|rc[-_]|ng-|react-|downshift|gwt|cdk)[\w-]*\d/;
  // Libraries of components number their fields.
  if (library.test(name) || /^(?:input|select|checkbox|radio|textarea|field)-\d\d+$/.test(name)) {
    return true;
  }
  return name.split(/[-_]+/).some((part) => {
    const changes = part.match(/[a-z](?=\d)|\d(?=[a-z])|[a-z](?=[A-Z])/gi) ?? [];
    const hasDigits = /\d/.test(part);
    const humps = part.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
    // Words are longer than those of `fRsQx`.
    if (humps >= 2 && part.length / (humps + 1) < 2.5) return true;
    return (
      part.length >= 5 && hasDigits && /[a-z]\d+[a-z]|\d[a-z]+\d/i.test(part) && changes.length >= 2
    );
  });
}

/** Returns selectors of an element by its own attributes, the most stable first. */
export function attributeSelectors(element: Element): string[] {
  const tag = CSS.escape(ownOf(element, 'localName'));
  const valueOf = (name: string) => ownAttribute(element, name) ?? '';
  const quoted = (name: string) => `[${name}=${JSON.stringify(valueOf(name))}]`;
  const isUsable = (name: string) => {
    const value = valueOf(name);
    return value.length > 0 && value.length <= 100 && !/["\\\n]/.test(value);
  };
  const selectors = testAttributes.filter(isUsable).map(quoted);
  const id = valueOf('id');
  if (isUsable('id') && !isGenerated(id)) selectors.push(`#${CSS.escape(id)}`);
  for (const name of namingAttributes.filter(isUsable)) {
    // Its query, parameters and credentials may be secret, and are rarely the same next time.
    if (name === 'href' && /[?;=]|\/\/[^/]*@/.test(valueOf(name))) continue;
    if (/^(?:href|for|name)$/.test(name) && isGenerated(valueOf(name).replace(/[/.:]/g, '')))
      continue;
    selectors.push(`${tag}${quoted(name)}`);
    // Radio buttons share a name.
    if (
      name === 'name' &&
      isUsable('value') &&
      /^(?:radio|checkbox|submit)$/.test(valueOf('type'))
    ) {
      selectors.push(`${tag}${quoted(name)}${quoted('value')}`);
    }
  }
  if (/^(?:email|password|search|tel|url)$/.test(valueOf('type'))) {
    selectors.push(`${tag}${quoted('type')}`);
  }
  return selectors;
}

/** Returns a selector of an element among its siblings. */
export function siblingSelector(element: Element): string {
  const tag = CSS.escape(ownOf(element, 'localName'));
  const same = sameSiblings(element);
  if (same.length < 2) return tag;
  const classes = (ownAttribute(element, 'class') ?? '').split(/\s+/).slice(0, 20);
  const own = classes.find(
    (name) =>
      /^[a-z][a-z_-]{2,30}$/i.test(name) &&
      !isGenerated(name) &&
      same.filter((one) => ownMatches(one, `.${name}`)).length === 1,
  );
  return own === undefined ? `${tag}:nth-of-type(${same.indexOf(element) + 1})` : `${tag}.${own}`;
}

/** Returns the siblings of an element that have its tag, itself included. */
export function sameSiblings(element: Element): Element[] {
  const parent = ownOf(element, 'parentNode');
  const tag = ownOf(element, 'localName');
  return [...(parent ? ownOf(parent, 'children') : [])].filter(
    (one) => ownOf(one, 'localName') === tag,
  );
}
