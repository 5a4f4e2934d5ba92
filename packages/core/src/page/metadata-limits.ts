/**
 * Maximum length of the URL of an icon, which may be a data URL; longer ones are useless in a
 * header or a list.
 */
export const maxIconLength = 8192;

/** Maximum length of a title. Chromium shows at most 4,096 characters. */
export const maxTitleLength = 10_000;
