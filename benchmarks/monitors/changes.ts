import type { Watch } from '@tintype/contract/wire';

export type Mode = Extract<Watch['on'], 'any' | 'metadata'>;

/** Modes that report a change; of one that no mode reports, none. */
const visible = ['any'] as const;

/** Types of real change, and which mode of a monitor reports each. */
export const changes = {
  // Words
  word: visible,
  spelling: visible,
  'capital letter': visible,
  punctuation: visible,
  price: visible,
  currency: visible,
  number: visible,
  'date of an event': visible,
  heading: visible,
  'status text': visible,
  'button label': visible,
  'badge: sold out': visible,
  'footer year': visible,
  language: visible,
  'link text': visible,
  'address of a link': visible,
  'text of an image': visible,
  // Structure
  'list entry added': visible,
  'list entry removed': visible,
  'list order': visible,
  'table cell': visible,
  'table row added': visible,
  'table sorted': visible,
  'paragraph added': visible,
  'paragraph removed': visible,
  'paragraph moved': visible,
  'section moved': visible,
  'navigation entry': visible,
  'banner of the owner': visible,
  'hidden, then shown': visible,
  'form field': visible,
  'checkbox state': visible,
  // Appearance
  'colour of text': visible,
  'colour of a background': visible,
  'colour of a button': visible,
  'font size': visible,
  'font weight': visible,
  'font family': visible,
  border: visible,
  'line of one pixel': visible,
  'layout width': visible,
  'image swapped': visible,
  'other image at the same address': visible,
  'image removed': visible,
  icon: visible,
  'price struck through': visible,
  // The head of the page
  title: ['metadata'],
  favicon: ['metadata'],
  'meta description': [],
  'price in JSON-LD': [],
} as const satisfies Record<string, readonly Mode[]>;

export type ChangeType = keyof typeof changes;

export const changeTypes = Object.keys(changes) as ChangeType[];

export const isReportedBy = (type: ChangeType, mode: Mode): boolean =>
  (changes[type] as readonly Mode[]).includes(mode);

/** Number of times each change was made. */
export type Made = Readonly<Record<ChangeType, number>>;

export const nothingMade = Object.fromEntries(changeTypes.map((type) => [type, 0])) as Record<
  ChangeType,
  number
>;
