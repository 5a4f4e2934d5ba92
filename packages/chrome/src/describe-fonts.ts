import { fontFiles } from './font-files.ts';
import { readFont } from './read-font.ts';

/** A way of writing that no font covers, and the Debian package that mends it. */
export interface MissingScript {
  script: string;
  package: string;
}

/** What the fonts of a machine can show. */
export interface FontReport {
  /** How many font families there are. */
  families: number;
  missing: MissingScript[];
}

interface Script {
  script: string;
  /** Letters that any font for it has. */
  sample: string;
  package: string;
  inColour?: boolean;
}

const SCRIPTS: readonly Script[] = [
  { script: 'Latin', sample: 'aé', package: 'fonts-liberation' },
  { script: 'Greek', sample: 'Ωλ', package: 'fonts-liberation' },
  { script: 'Cyrillic', sample: 'Жя', package: 'fonts-liberation' },
  { script: 'Vietnamese', sample: 'ệớ', package: 'fonts-noto-core' },
  { script: 'Armenian', sample: 'Աբ', package: 'fonts-noto-core' },
  { script: 'Georgian', sample: 'აბ', package: 'fonts-noto-core' },
  { script: 'Hebrew', sample: 'אש', package: 'fonts-noto-core' },
  { script: 'Arabic', sample: 'بع', package: 'fonts-noto-core' },
  { script: 'Devanagari', sample: 'कह', package: 'fonts-noto-core' },
  { script: 'Bengali', sample: 'কহ', package: 'fonts-noto-core' },
  { script: 'Tamil', sample: 'கஹ', package: 'fonts-noto-core' },
  { script: 'Telugu', sample: 'కహ', package: 'fonts-noto-core' },
  { script: 'Sinhala', sample: 'කහ', package: 'fonts-noto-core' },
  { script: 'Thai', sample: 'กฮ', package: 'fonts-noto-core' },
  { script: 'Khmer', sample: 'កហ', package: 'fonts-noto-core' },
  { script: 'Myanmar', sample: 'ကဟ', package: 'fonts-noto-core' },
  { script: 'Ethiopic', sample: 'ሀአ', package: 'fonts-noto-core' },
  { script: 'Chinese', sample: '中们', package: 'fonts-noto-cjk' },
  { script: 'Japanese', sample: 'あカ', package: 'fonts-noto-cjk' },
  { script: 'Korean', sample: '한글', package: 'fonts-noto-cjk' },
  { script: 'Emoji', sample: '😀', package: 'fonts-noto-color-emoji', inColour: true },
];

/**
 * Reads the font files in the folders (see `fontFolders`) and says which scripts none of them covers. It asks the files and not
 * fontconfig, which may not be installed.
 */
export async function describeFonts(folders: readonly string[]): Promise<FontReport> {
  const families = new Set<string>();
  const missing = new Set(SCRIPTS);
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
