/** Maximum number of interim responses (such as 103). More than two are useless. */
export const maxInterimAnswers = 16;
