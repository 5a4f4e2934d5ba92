import type { CdpSession } from '@tintype/core';
import { accessibleName } from '@tintype/core/page';

/** Selectors by accessible name of elements that are about to be used. */
export interface AccessibleNames {
  /** Reads the name of the element that a document has just announced. */
  look(session: CdpSession, contextId: number, key: string): void;
  /** Returns the selector of an element, if its name was read before and is its alone. */
  of(key: string): string | undefined;
}

/** Maximum length of a name in a selector. */
const maxName = 100;

/** Maximum number of elements whose names are kept. */
const maxKept = 200;

/**
 * Chromium computes names as it does for screen readers and for the steps that look for them. An
 * answer after the event is not used: the page may have changed.
 */
export function createAccessibleNames(): AccessibleNames {
  const selectors = new Map<string, string | undefined>();
  return {
    look(session, contextId, key) {
      selectors.delete(key);
      if (selectors.size >= maxKept) selectors.clear();
      const keep = (selector: string | undefined) => void selectors.set(key, selector);
      // The document is gone.
      read(session, contextId).then(keep, () => {});
    },
    of: (key) => selectors.get(key),
  };
}

async function read(session: CdpSession, contextId: number): Promise<string | undefined> {
  const evaluate = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, contextId })).result.objectId;
  const [element, root] = await Promise.all([
    evaluate('tintypeRecorder.aimed'),
    evaluate('document'),
  ]);
  if (element === undefined || root === undefined) return undefined;
  const described = await session.send('Accessibility.getPartialAXTree', {
    objectId: element,
    fetchRelatives: false,
  });
  const [own] = described.nodes;
  const name = String(own?.name?.value ?? '');
  const role = String(own?.role?.value ?? '');
  if (!own || own.ignored || name === '' || name !== name.trim() || name.length > maxName) {
    return undefined;
  }
  if (!/^[a-z]+$/i.test(role) || /^(?:generic|none|presentation|RootWebArea)$/.test(role))
    return undefined;
  const selector = nameSelector(name, role);
  if (selector === undefined) return undefined;
  const { nodes } = await session.send('Accessibility.queryAXTree', {
    objectId: root,
    accessibleName: name,
    role,
  });
  const matches = nodes.filter(({ ignored }) => !ignored);
  const isOnly = matches.length === 1 && matches[0]?.backendDOMNodeId === own.backendDOMNodeId;
  return isOnly ? selector : undefined;
}

/** Returns undefined for a name that a step would read as another one: pages choose names. */
export function nameSelector(name: string, role: string): string | undefined {
  const selector = `aria/${name}[role="${role}"]`;
  const read = accessibleName(selector);
  return read.name === name && read.role === role ? selector : undefined;
}
