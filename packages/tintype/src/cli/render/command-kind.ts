import type { KindSet } from '@tintype/contract';
import { isTextKind, type KindInfo } from '@tintype/contract/light';
import type { Plugin } from '@tintype/core';

/** Properties in which the commands that render differ. */
export interface CommandKind {
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

/** Returns the properties of a kind's command. */
export function commandKindOf(info: KindInfo): CommandKind {
  const { name: kind, noun, nouns, files, frameControl: hasFrames = false } = info;
  return { kind, noun, nouns, endings: Object.keys(files), isText: isTextKind(info), hasFrames };
}
