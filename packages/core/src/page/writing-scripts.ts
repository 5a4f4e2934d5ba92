/** A writing system, and the Debian package with a font for it. */
export interface WritingScript {
  script: string;
  /** Letters that every font for it has. */
  sample: string;
  /** Source of a regular expression (flag `u`) that matches its letters. */
  letters: string;
  package: string;
  inColour?: boolean;
}

const core = 'fonts-noto-core';
const cjk = 'fonts-noto-cjk';
const liberation = 'fonts-liberation';

/** Scripts that `doctor` and warnings name if no font covers them. */
export const writingScripts: readonly WritingScript[] = [
  { script: 'Latin', sample: 'aé', letters: '[A-Za-zÀ-ɏ]', package: liberation },
  { script: 'Greek', sample: 'Ωλ', letters: '[Α-ώ]', package: liberation },
  { script: 'Cyrillic', sample: 'Жя', letters: '[А-я]', package: liberation },
  { script: 'Vietnamese', sample: 'ệớ', letters: '[Ạ-ỹ]', package: core },
  { script: 'Armenian', sample: 'Աբ', letters: '\\p{scx=Armenian}', package: core },
  { script: 'Georgian', sample: 'აბ', letters: '\\p{scx=Georgian}', package: core },
  { script: 'Hebrew', sample: 'אש', letters: '[א-ת]', package: core },
  { script: 'Arabic', sample: 'بع', letters: '[ء-ي]', package: core },
  { script: 'Devanagari', sample: 'कह', letters: '[क-ह]', package: core },
  { script: 'Bengali', sample: 'কহ', letters: '[ক-হ]', package: core },
  { script: 'Tamil', sample: 'கஹ', letters: '[க-ஹ]', package: core },
  { script: 'Telugu', sample: 'కహ', letters: '[క-హ]', package: core },
  { script: 'Sinhala', sample: 'කහ', letters: '[ක-හ]', package: core },
  { script: 'Thai', sample: 'กฮ', letters: '[ก-ฮ]', package: core },
  { script: 'Khmer', sample: 'កហ', letters: '[ក-ហ]', package: core },
  { script: 'Myanmar', sample: 'ကဟ', letters: '[က-ဟ]', package: core },
  { script: 'Ethiopic', sample: 'ሀአ', letters: '[ሀ-ፐ]', package: core },
  { script: 'Chinese', sample: '中们', letters: '[一-鿿]', package: cjk },
  { script: 'Japanese', sample: 'あカ', letters: '[ぁ-ゖァ-ヺ]', package: cjk },
  { script: 'Korean', sample: '한글', letters: '[가-힣]', package: cjk },
  {
    script: 'Emoji',
    sample: '😀',
    letters: '\\p{Emoji_Presentation}',
    package: 'fonts-noto-color-emoji',
    inColour: true,
  },
];
