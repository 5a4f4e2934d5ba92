import t from 'tap';
import { s3OptionsOf } from './s3-options.ts';

const config = { files_redirect_s: 0 };
const own = { s3_access_key_id: 'own', s3_secret_access_key: 'own-secret' };
const variables = {
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  AWS_REGION: 'eu-central-1',
  AWS_DEFAULT_REGION: 'us-west-1',
  AWS_ENDPOINT_URL: 'https://all.example',
  AWS_ENDPOINT_URL_S3: 'https://s3.example',
};

t.test('returns undefined for a folder', async (t) => {
  t.equal(s3OptionsOf('files', 'folder', config, {}), undefined);
});

t.test('settings take precedence over the variables of AWS', async (t) => {
  t.same(s3OptionsOf('files', 's3://shots/a/b/', config, variables), {
    bucket: 'shots',
    prefix: 'a/b',
    endpoint: 'https://s3.example',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    addressSeconds: 0,
  });
  const settings = { ...config, ...own, s3_endpoint: 'http://here:9000', s3_region: 'garage' };
  t.match(s3OptionsOf('files', 's3://shots', settings, variables), {
    endpoint: 'http://here:9000',
    region: 'garage',
    credentials: { accessKeyId: 'own', secretAccessKey: 'own-secret', sessionToken: undefined },
  });
});

t.test('keys of the role of a container', async (t) => {
  const credentials = (given: Record<string, string>) =>
    s3OptionsOf('files', 's3://shots', config, given)?.credentials;
  t.same(
    credentials({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/var/run/token',
    }),
    { url: 'http://169.254.170.23/v1/credentials', tokenFile: '/var/run/token' },
  );
  t.same(credentials({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/x' }), {
    url: 'http://169.254.170.2/v2/x',
  });
  const identity = { AWS_ROLE_ARN: 'arn:aws:iam::1:role/x', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' };
  t.same(credentials({ ...identity, AWS_REGION: 'eu-central-1' }), {
    roleArn: 'arn:aws:iam::1:role/x',
    tokenFile: '/token',
    endpoint: 'https://sts.eu-central-1.amazonaws.com/',
  });
  t.throws(() => credentials({ AWS_ACCESS_KEY_ID: 'id' }), /^files: s3:\/\/shots needs keys: /);
});
