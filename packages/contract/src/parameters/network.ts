import * as z from 'zod/mini';
import { declareIn } from '../declare.ts';

const { choice, flag, text } = declareIn('network');

const countries = [
  'us',
  'cn',
  'eu',
  'ca',
  'mx',
  'gb',
  'de',
  'fr',
  'ch',
  'in',
  'jp',
  'kr',
  'ru',
  'br',
  'au',
] as const;

export const networkParameters = {
  ip_location: z.optional(
    choice(countries, { description: 'Country to load the page from; eu is any of the EU.' }),
  ),
  proxy: z.optional(
    text({
      description: 'Proxy to load the page through: http://user:password@host:port.',
      max: 2048,
      secret: true,
    }),
  ),
  bypass_csp: z._default(
    flag({ description: 'Bypass the content security policy of the page.' }),
    false,
  ),
};
