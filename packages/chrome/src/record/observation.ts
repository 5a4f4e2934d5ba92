/** Element that a person used, as its document describes it. */
export interface ObservedElement {
  /** Number of the element in its document. */
  id: number;
  selectors: string[][];
  frame: number[];
}

/** Event of a document that a person caused. */
export type Observation = {
  /** True if the document has grown since it was scrolled. */
  hasGrown: boolean;
} & (
  | { type: 'aim'; id: number }
  | {
      type: 'click' | 'doubleClick';
      button: 'primary' | 'secondary';
      x: number;
      y: number;
      on: ObservedElement;
    }
  | { type: 'fill'; value: string; secret: string; on: ObservedElement }
  | { type: 'choose'; value: string; isMultiple: boolean; on: ObservedElement }
  | { type: 'key'; keys: string[] }
  | { type: 'scroll'; x: number; y: number; on?: ObservedElement }
);

/** Maximum length of the JSON of an observation. */
const maxLength = 200_000;
const maxSelectors = 8;
const maxPath = 5;
const maxSelectorLength = 300;
const maxFrames = 20;
const maxNumber = 1_000_000;

class Malformed extends Error {}

/** Notes about what a person did and no step repeats. */
export const unrecordedNotes = {
  long_text: 'A text is not recorded: it has more than 65,536 characters, or 100,000 as JSON.',
  file: 'The choice of a file is not recorded: add an upload step.',
  deselection:
    'A list begins with a chosen entry that you deselected: this is not recorded, as a change step only adds entries.',
  drag: 'Dragging is not recorded.',
  middle_click: 'A click with the middle button is not recorded: use the main button.',
} as const;

/** An action of a person that no step repeats. */
export interface Unrecorded {
  type: 'unrecorded';
  what: keyof typeof unrecordedNotes;
}

/** Reads what a document sent; undefined if it has another form: a compromised page may send anything. */
export function readObservation(text: string): Observation | Unrecorded | undefined {
  if (text.length > maxLength) return undefined;
  try {
    return observationOf(fieldsOf(JSON.parse(text)));
  } catch (error) {
    if (error instanceof Malformed || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function observationOf(fields: Fields): Observation | Unrecorded {
  const hasGrown = fields['hasGrown'] === true;
  const on = () => elementOf(fieldsOf(fields['on']));
  const point = () => ({ x: integer(fields['x']), y: integer(fields['y']) });
  switch (fields['type']) {
    case 'aim':
      return { type: 'aim', hasGrown, id: integer(fields['id']) };
    case 'click':
    case 'doubleClick': {
      const button = fields['button'] === 'secondary' ? 'secondary' : 'primary';
      return { type: fields['type'], hasGrown, button, ...point(), on: on() };
    }
    case 'fill': {
      const secret = text(fields['secret'], 30);
      if (!/^[a-z_]*$/.test(secret)) throw new Malformed();
      return { type: 'fill', hasGrown, value: text(fields['value'], 65_536), secret, on: on() };
    }
    case 'choose': {
      const isMultiple = fields['isMultiple'] === true;
      return {
        type: 'choose',
        hasGrown,
        value: text(fields['value'], 65_536),
        isMultiple,
        on: on(),
      };
    }
    case 'unrecorded':
      return { type: 'unrecorded', what: unrecordedOf(fields['what']) };
    case 'key':
      return { type: 'key', hasGrown, keys: list(fields['keys'], 5, (one) => text(one, 30)) };
    case 'scroll':
      return {
        type: 'scroll',
        hasGrown,
        ...point(),
        ...(fields['on'] !== undefined && { on: on() }),
      };
    default:
      throw new Malformed();
  }
}

function unrecordedOf(given: unknown): Unrecorded['what'] {
  const what = text(given, 30);
  if (!Object.hasOwn(unrecordedNotes, what)) throw new Malformed();
  return what as Unrecorded['what'];
}

function elementOf(fields: Fields): ObservedElement {
  const path = (given: unknown) => list(given, maxPath, (one) => text(one, maxSelectorLength));
  return {
    id: integer(fields['id']),
    selectors: list(fields['selectors'], maxSelectors, path),
    frame: list(fields['frame'], maxFrames, integer),
  };
}

function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields;
  throw new Malformed();
}

function text(value: unknown, max: number): string {
  if (typeof value === 'string' && value.length <= max) return value;
  throw new Malformed();
}

function integer(value: unknown): number {
  if (Number.isInteger(value) && Math.abs(value as number) <= maxNumber) return value as number;
  throw new Malformed();
}

function list<T>(value: unknown, max: number, read: (one: unknown) => T): T[] {
  if (Array.isArray(value) && value.length <= max) return value.map(read);
  throw new Malformed();
}
