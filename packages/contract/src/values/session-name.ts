/** Form of the name of a session: it is part of paths and file names. */
export const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** {@link sessionName} in words. */
export const sessionNameForm =
  'a name of at most 64 letters, digits, dots, dashes and underscores that starts with a letter or a digit';

/** Bounds of the time until a session expires after its last use, in seconds. */
export const sessionTtlS = { min: 60, max: 315_360_000 };
