import { writingScripts } from '@tintype/core/page';
import { fontFiles } from './font-files.ts';
import { readFont } from './read-font.ts';

/** A script that no font covers, and the Debian package that adds one. */
export interface MissingScript {
  script: string;
  package: string;
}

/** Scripts and glyphs that the fonts of a machine cover. */
export interface FontReport {
  /** Number of font families. */
  families: number;
  missing: MissingScript[];
}

/** Reports scripts that no font file covers. fontconfig may not be installed. */
export async function describeFonts(folders: readonly string[]): Promise<FontReport> {
  const families = new Set<string>();
  const missing = new Set(writingScripts);
  for await (const file of fontFiles(folders)) {
    const font = await readFont(file);
    if (!font) continue;
    families.add(font.family);
    for (const script of missing) {
      if (script.inColour && !font.isColour) continue;
      const letters = [...script.sample].map((letter) => letter.codePointAt(0) ?? 0);
      if (letters.every((letter) => font.covers(letter))) missing.delete(script);
    }
  }
  return {
    families: families.size,
    missing: Array.from(missing, ({ script, package: name }) => ({ script, package: name })),
  };
}
