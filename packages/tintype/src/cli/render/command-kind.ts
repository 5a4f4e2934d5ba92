import type { KindSet } from '@tintype/contract';
import { isTextKind, type KindInfo } from '@tintype/contract/light';
import type { Plugin } from '@tintype/core';

/** Properties that distinguish render commands. */
export interface CommandKind {
  /** Name of the command, and kind of its requests. */
  kind: string;
  /** Nouns for one result and for several: `image`, `images`. */
  noun: string;
  nouns: string;
  endings: readonly string[];
  /** True if the result is text: a single one goes to stdout by default. */
  isText: boolean;
  /** True if the render reports its frames as progress. */
  hasFrames: boolean;
  /** All kinds, if plugins add some. */
  kinds?: KindSet;
  /** Plugins of the command line. */
  plugins?: readonly Plugin[];
}

export function commandKindOf(info: KindInfo): CommandKind {
  const { name: kind, noun, nouns, files, frameControl: hasFrames = false } = info;
  return { kind, noun, nouns, endings: Object.keys(files), isText: isTextKind(info), hasFrames };
}
