/** A list that an operator may install. */
export interface KnownList {
  /** The file's name, without its ending. */
  name: string;
  url: string;
  /** The values of `block_annoyance` that it serves. */
  serves: readonly ('ads' | 'tracking')[];
  /** Under which terms it is given away. They are not those of Tintype. */
  licence: string;
}

/** The EasyList family. Nothing of it comes with Tintype. */
export const knownLists: readonly KnownList[] = [
  {
    name: 'easylist',
    url: 'https://easylist.to/easylist/easylist.txt',
    serves: ['ads'],
    licence: 'GPL-3.0-or-later or CC BY-SA 3.0',
  },
  {
    name: 'easyprivacy',
    url: 'https://easylist.to/easylist/easyprivacy.txt',
    serves: ['tracking'],
    licence: 'GPL-3.0-or-later or CC BY-SA 3.0',
  },
];

/** Returns whether a list applies to the parameters. An unknown list always applies. */
export function servesAny(name: string, wanted: ReadonlySet<'ads' | 'tracking'>): boolean {
  const known = knownLists.find((list) => list.name === name);
  return !known || known.serves.some((category) => wanted.has(category));
}
