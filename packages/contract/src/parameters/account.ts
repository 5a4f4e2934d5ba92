import { declareIn } from './declare.ts';

const { optional } = declareIn('account', 'service');

/** Parameters that only a service reads. */
export const accountParameters = {
  access_key: optional.text({
    description: 'Access key of the account; better sent in the header X-Access-Key.',
    expected: 'at most 24 letters, digits, _ and -',
    max: 24,
    pattern: /^[A-Za-z0-9_-]*$/,
    secret: true,
  }),
  signature: optional.text({
    description: 'Signature of the query string, for GET requests.',
    expected: '64 lower-case hex digits',
    max: 64,
    pattern: /^[0-9a-f]{64}$/,
    secret: true,
  }),
};
