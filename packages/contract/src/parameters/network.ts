import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { choice, off, optional } = declareIn('network', 'load');

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
  proxy: optional.text({
    description: 'Proxy to load the page through: http://user:password@host:port.',
    max: 2048,
    secret: true,
  }),
  fail_on_status: optional.text({
    description: 'HTTP statuses of the page that make the render fail, for example 400-599.',
    expected: 'statuses from 100 to 599 and ranges of them, for example 404,500-599 or 4xx,5xx',
    max: 200,
  }),
  ignore_https_errors: off({ description: 'Load pages whose certificate cannot be trusted.' }),
  bypass_csp: off({ description: 'Bypass the content security policy of the page.' }),
};
