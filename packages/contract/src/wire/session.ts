import * as z from 'zod/mini';
import { sessionName, sessionTtlS } from '../values/session-name.ts';
import { about, accessKey, count, optional, seconds, text } from './values.ts';

const name = text('1 to 64 letters, digits, dots, dashes and underscores.', {
  pattern: sessionName.source,
});

export const session = z.object({
  name,
  created: seconds('When it was created.'),
  updated: seconds('Last change of its cookies or local storage.'),
  used: seconds('Last use.'),
  expires: seconds('When it expires without another use.'),
  cookies: count.check(about('Number of cookies.')),
  origins: count.check(about('Number of origins with local storage.')),
  bytes: count.check(about('Size of cookies and storage as JSON.')),
  login: z.boolean().check(about('True if it logs in again by its own steps.')),
});

/** A session of pages, without cookies and storage. */
export interface Session extends z.infer<typeof session> {}

export const storageState = z.object({
  cookies: z.array(z.record(z.string(), z.unknown())),
  origins: z.array(z.record(z.string(), z.unknown())),
});

export const sessionLogin = z.object({
  url: text('Page of the login.', { format: 'uri' }),
  steps: z.custom<unknown>().check(about('As the parameter `steps`.')),
  secrets: optional(z.custom<unknown>().check(about('As the parameter `secrets`.'))),
});

export const newSession = z.object({
  ...accessKey,
  name,
  storage_state: optional(
    z.custom<unknown>().check(about('As the parameter `storage_state`. Not with `login`.')),
  ),
  login: optional(sessionLogin),
  ttl: optional(
    z.int().check(
      about('Seconds after its last use at which it expires. Default: the setting session_ttl.', {
        minimum: sessionTtlS.min,
        maximum: sessionTtlS.max,
      }),
    ),
  ),
});
