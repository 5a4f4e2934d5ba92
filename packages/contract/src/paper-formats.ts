/** Width and height of upright paper in inches. ISO 216 gives the A sizes in millimetres, ANSI the others in inches. */
export const paperFormats = {
  letter: { width: 8.5, height: 11 },
  legal: { width: 8.5, height: 14 },
  tabloid: { width: 11, height: 17 },
  /** Tabloid turned: the one format that is wider than tall by itself. */
  ledger: { width: 17, height: 11 },
  a0: { width: 841 / 25.4, height: 1189 / 25.4 },
  a1: { width: 594 / 25.4, height: 841 / 25.4 },
  a2: { width: 420 / 25.4, height: 594 / 25.4 },
  a3: { width: 297 / 25.4, height: 420 / 25.4 },
  a4: { width: 210 / 25.4, height: 297 / 25.4 },
  a5: { width: 148 / 25.4, height: 210 / 25.4 },
  a6: { width: 105 / 25.4, height: 148 / 25.4 },
} as const;

/** A key of {@link paperFormats}. */
export type PaperFormat = keyof typeof paperFormats;

/** The size of the paper in inches. Landscape is wider than tall, whatever the format. */
export function paperSize(
  format: PaperFormat,
  landscape: boolean,
): { width: number; height: number } {
  const { width, height } = paperFormats[format];
  return landscape && height > width ? { width: height, height: width } : { width, height };
}
