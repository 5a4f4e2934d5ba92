/**
 * A page may write its icon into the link itself; longer addresses are of no use in a header or a
 * list.
 */
export const maxIconLength = 8192;

/** A title longer than this is cut; Chromium itself cuts what it shows of one at 4,096. */
export const maxTitleLength = 10_000;
