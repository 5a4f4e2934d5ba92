import * as z from 'zod/mini';
import { declareIn } from './declare.ts';
import { maxStateLength } from '../values/storage-state.ts';
import { sessionName, sessionNameForm } from '../values/session-name.ts';

const { oneOrMore, optional } = declareIn('visitor', 'load');

/**
 * Permissions that a page can get, named as in the Permissions API. Camera, microphone and MIDI
 * would be those of the machine, and the clipboard that can be read is shared by all pages of a
 * browser.
 */
const permissionNames = [
  'geolocation',
  'notifications',
  'clipboard-write',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'background-sync',
  'payment-handler',
  'storage-access',
  'local-fonts',
  'screen-wake-lock',
] as const;

export const visitorParameters = {
  geolocation_latitude: optional.number({
    description: 'Latitude of the visitor.',
    unit: 'degrees',
    min: -90,
    max: 90,
  }),
  geolocation_longitude: optional.number({
    description: 'Longitude of the visitor.',
    unit: 'degrees',
    min: -180,
    max: 180,
  }),
  geolocation_accuracy: optional.number({
    description: 'Accuracy of the position.',
    unit: 'm',
    min: 0,
    max: 1000,
  }),
  permissions: z.optional(
    oneOrMore(permissionNames, {
      description:
        'Permissions of the page and its frames; one or several. All others are denied then.',
    }),
  ),
  timezone: optional.text({
    description: 'IANA time zone of the visitor, for example Europe/Paris.',
    max: 64,
  }),
  locale: optional.text({
    description:
      'Language and region of the visitor, for example fr-CH: for Accept-Language, navigator.languages and Intl.',
    expected: 'a language tag, for example fr or fr-CH',
    max: 35,
  }),
  user_agent: optional.text({ description: 'User agent to present to the page.', max: 1024 }),
  authorization: optional.text({
    description:
      'Credentials for basic authentication: user:password, or its base64, with or without the word Basic.',
    max: 8192,
    secret: true,
  }),
  cookies: optional.texts({
    description:
      'Cookies for the page, each as name=value, with attributes as in Set-Cookie where needed: a=1; Path=/; Secure.',
    expected: 'a list of name=value pairs, each of at most 4096 characters',
    max: 4096,
    secret: true,
    separator: '; ',
  }),
  storage_state: optional.json({
    description:
      'Cookies, local storage and IndexedDB of a browser that is logged in, as Playwright and tintype login write them.',
    expected:
      'a storage state as Playwright writes it, {"cookies": [...], "origins": [...]}, of at most 1048576 characters',
    max: maxStateLength,
    secret: true,
  }),
  session: optional.text({
    description:
      'Session that keeps cookies, local storage and IndexedDB from one render to the next: a login is done once.',
    expected: sessionNameForm,
    max: 64,
    pattern: sessionName,
  }),
  headers: optional.texts({
    description: 'Further request headers, each as name: value.',
    expected: 'a list of name: value pairs, each of at most 8192 characters',
    max: 8192,
    secret: true,
    separator: '; ',
  }),
};
