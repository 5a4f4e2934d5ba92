/**
 * Maximum number of interim responses (such as 103) read from a server. More than two are useless.
 */
export const maxInterimAnswers = 16;
