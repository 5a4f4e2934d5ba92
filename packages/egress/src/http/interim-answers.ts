/** Interim responses (103 and the like) that are read from a server. More than two have no use. */
export const maxInterimAnswers = 16;
