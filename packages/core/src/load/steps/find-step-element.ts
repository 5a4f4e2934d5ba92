import type { StepSelectors } from '@tintype/contract';
import type { CdpSession } from '../../browser-source.ts';
import { callOf } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { ifThere, type PageFrame, type PageFrames } from '../../page/page-frames.ts';
import { accessibleName } from './accessible-name.ts';
import { pageCode } from './page-code.ts';

/** The isolated world of a document in which a step looks for its element. */
interface StepWorld {
  session: CdpSession;
  contextId: number;
  /** Absent for the page's own document. */
  frame?: PageFrame;
}

/** An element that a step found. */
export interface StepElement extends StepWorld {
  objectId: string;
}

/** A selector that the browser cannot parse. */
export class InvalidSelector extends Error {}

/** Place of the element of a step. */
export interface StepPlace {
  readonly selectors: StepSelectors;
  /** If not empty, this frame is searched first, then all others, then the page's own document. */
  readonly frame?: readonly number[];
  /** True to prefer what can be clicked among the matches of a text or a name. */
  readonly toClick?: boolean;
}

/** Values that an element must have. */
export interface ElementValues {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Finds the elements of steps in the page and its frames. */
export interface StepFinder {
  /** Returns the element of the first alternative that matches anywhere. */
  find(place: StepPlace): Promise<StepElement | undefined>;
  /** Returns the number of matches of the first alternative that has any. */
  count(place: StepPlace, values?: ElementValues): Promise<{ all: number; visible: number }>;
}

/** Calls a function with an element as its first argument. */
export async function callOnElement<T>(
  { session, objectId }: Pick<StepElement, 'session' | 'objectId'>,
  source: string,
  ...args: unknown[]
): Promise<T | undefined> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function (...args) { return (${source})(this, ...args); }`,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  return exceptionDetails ? undefined : (result.value as T);
}

export function createStepFinder(page: PageHandle, frames: PageFrames): StepFinder {
  /** Calls a function for the page's document, and for each frame, until it returns something. */
  async function firstOf<T>(
    { frame: path = [] }: StepPlace,
    look: (world: StepWorld) => Promise<T | undefined>,
  ) {
    if (path.length === 0) {
      const own = await lookIn(undefined, look);
      if (own !== undefined) return own;
    }
    const all = await frames.list();
    const recorded = path.length === 0 ? [] : await framesAt(all, path);
    for (const frame of [...recorded, ...all.filter((one) => !recorded.includes(one))]) {
      const found = await lookIn(frame, look);
      if (found !== undefined) return found;
    }
    return path.length === 0 ? undefined : lookIn(undefined, look);
  }

  async function framesAt(all: readonly PageFrame[], path: readonly number[]) {
    const own = all.map((frame) =>
      lookIn(frame, (world) => evaluate(world, callOf(pageCode.framePath), true)),
    );
    const paths = await Promise.all(own);
    return all.filter((_, at) => String(paths[at]?.value) === String(path));
  }

  async function lookIn<T>(
    frame: PageFrame | undefined,
    look: (world: StepWorld) => Promise<T | undefined>,
  ) {
    const session: CdpSession = frame?.process.session ?? page.session;
    const work = async () => {
      const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
        frameId: frame?.frameId ?? page.lease.frameId,
        worldName: 'tintype',
      });
      return look({ session, contextId, ...(frame && { frame }) });
    };
    return ifThere(page.deadline.race(work()));
  }

  async function evaluate(world: StepWorld, expression: string, returnByValue: boolean) {
    const { session, contextId } = world;
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue,
    });
    if (!exceptionDetails) return result;
    const text = exceptionDetails.exception?.description ?? '';
    if (/SyntaxError|not a valid (?:selector|XPath)/i.test(text)) throw new InvalidSelector(text);
    return undefined;
  }

  async function findPath(world: StepWorld, path: readonly string[], toClick: boolean) {
    if (path.some((selector) => selector.startsWith('aria/')))
      return (await namedElements(world, path, toClick))[0];
    const result = await evaluate(world, callOf(pageCode.findStepElement, path, toClick), false);
    return result?.objectId;
  }

  /** Returns elements by accessible names and roles, as Chromium computes them. */
  async function namedElements(
    world: StepWorld,
    path: readonly string[],
    toClick = false,
  ): Promise<string[]> {
    const { session } = world;
    let roots = [(await evaluate(world, 'document', false))?.objectId];
    for (const selector of path) {
      const [root] = roots;
      if (root === undefined) return [];
      if (!selector.startsWith('aria/')) {
        const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
          objectId: root,
          functionDeclaration: `function (selector) { return (${pageCode.matchesIn.source})(this.shadowRoot ?? this, selector)[0] ?? null; }`,
          arguments: [{ value: selector }],
        });
        if (exceptionDetails) throw new InvalidSelector(selector);
        roots = [result.objectId];
        continue;
      }
      const { name, role } = accessibleName(selector);
      const { nodes } = await session.send('Accessibility.queryAXTree', {
        objectId: root,
        ...(name !== undefined && { accessibleName: name }),
        ...(role !== undefined && { role }),
      });
      const elements = nodes.filter(isElementNode);
      const ranked = toClick
        ? elements.toSorted((one, other) => Number(hasClickRole(other)) - Number(hasClickRole(one)))
        : elements;
      const ids = ranked.map(({ backendDOMNodeId }) => backendDOMNodeId);
      const found = await Promise.all(ids.slice(0, maxNamed).map((id) => resolved(world, id)));
      roots = [...found.filter((one) => one?.isShown), ...found.filter((one) => !one?.isShown)].map(
        (one) => one?.objectId,
      );
    }
    return roots.filter((root) => root !== undefined);
  }

  async function resolved({ session, contextId }: StepWorld, backendNodeId: number | undefined) {
    if (backendNodeId === undefined) return undefined;
    const { object } = await session.send('DOM.resolveNode', {
      backendNodeId,
      executionContextId: contextId,
    });
    const { objectId } = object;
    if (objectId === undefined) return undefined;
    // A text node has no such method: it counts as hidden.
    const looks = { visibilityProperty: true };
    const isShown = await callOnElement({ session, objectId }, pageCode.isVisible.source, looks);
    return { objectId, isShown: isShown === true };
  }

  async function countNamed(
    world: StepWorld,
    path: readonly string[],
    { attributes = {}, properties = {} }: ElementValues,
  ) {
    const counts = { all: 0, visible: 0 };
    for (const objectId of await namedElements(world, path)) {
      const { result } = await world.session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: `function (attributes, properties) { return (${pageCode.countOf.source})([this], attributes, properties); }`,
        arguments: [{ value: attributes }, { value: properties }],
        returnByValue: true,
      });
      const { all, visible } = result.value as typeof counts;
      counts.all += all;
      counts.visible += visible;
    }
    return counts;
  }

  return {
    async find(place) {
      return firstOf(place, async (world) => {
        for (const path of place.selectors) {
          const objectId = await findPath(world, path, place.toClick === true);
          if (objectId !== undefined) return { ...world, objectId };
        }
        return undefined;
      });
    },
    async count(place, { attributes = {}, properties = {} } = {}) {
      const found = await firstOf(place, async (world) => {
        for (const path of place.selectors) {
          if (path.some((selector) => selector.startsWith('aria/'))) {
            const counts = await countNamed(world, path, { attributes, properties });
            if (counts.all > 0) return counts;
            continue;
          }
          const result = await evaluate(
            world,
            callOf(pageCode.countStepElements, path, attributes, properties),
            true,
          );
          const counts = result?.value as { all: number; visible: number } | undefined;
          if (counts && counts.all > 0) return counts;
        }
        return undefined;
      });
      return found ?? { all: 0, visible: 0 };
    },
  };
}

/** Maximum number of elements of one accessible name that are examined. */
const maxNamed = 100;

function isElementNode({ ignored, role }: { ignored: boolean; role?: { value?: unknown } }) {
  return !ignored && role?.value !== 'StaticText' && role?.value !== 'InlineTextBox';
}

/** Roles of what can be clicked. */
const clickRole =
  /^(?:button|link|tab|menuitem\w*|option|checkbox|radio|switch|combobox|textbox|searchbox)$/i;

function hasClickRole({ role }: { role?: { value?: unknown } }): boolean {
  return typeof role?.value === 'string' && clickRole.test(role.value);
}
