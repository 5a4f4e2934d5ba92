/** Maximum length of an icon's URL, which may be a data URL. */
export const maxIconLength = 8192;

/** Maximum length of a title. Chromium shows at most 4,096 characters. */
export const maxTitleLength = 10_000;
