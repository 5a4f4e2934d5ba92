/** Answers before the answer (103 and its like) that are read of a server. Nobody has a use for more than two. */
export const maxInterimAnswers = 16;
