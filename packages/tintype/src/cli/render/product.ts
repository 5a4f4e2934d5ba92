import type { KindSet } from '@tintype/contract';
import { isTextKind, type KindInfo } from '@tintype/contract/kinds';
import type { Plugin } from '@tintype/core';

/** What tells the commands that render apart: everything else of them is the same. */
export interface Product {
  /** Name of the command, and kind of its requests. */
  kind: string;
  /** One result, and several: `image`, `images`. */
  noun: string;
  nouns: string;
  /** The file endings that there are. */
  endings: readonly string[];
  /** It can be read on a terminal: one result goes to stdout when nothing else is said. */
  isText: boolean;
  /** It takes a while, and says how many frames are made. */
  hasFrames: boolean;
  /** The kinds that there are, where plugins bring some. */
  kinds?: KindSet;
  /** Parts of the engine that the command line names. */
  plugins?: readonly Plugin[];
}

/** What the command of a kind makes. */
export function productOf(info: KindInfo): Product {
  const { name: kind, noun, nouns, files, frameControl: hasFrames = false } = info;
  return { kind, noun, nouns, endings: Object.keys(files), isText: isTextKind(info), hasFrames };
}
