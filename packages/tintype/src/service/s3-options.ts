import { parseS3Place, type S3Options } from '@tintype/files';
import type { ServiceConfig } from './settings/settings.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type S3Settings = Pick<
  ServiceConfig,
  'files_redirect_s' | 's3_access_key_id' | 's3_endpoint' | 's3_region' | 's3_secret_access_key'
>;

/** Address of ECS, and of EKS if it provides no complete URL. */
const CONTAINER_HOST = 'http://169.254.170.2';

/**
 * Returns the bucket of a setting, with credentials from other settings or the variables of AWS.
 * Returns undefined for a folder.
 * @throws Error with one sentence if there are no credentials
 */
export function s3OptionsOf(
  name: string,
  place: string,
  config: S3Settings,
  variables: Variables,
): S3Options | undefined {
  const at = parseS3Place(place);
  if (at === undefined) return undefined;
  const endpoint =
    config.s3_endpoint ?? (variables['AWS_ENDPOINT_URL_S3'] || variables['AWS_ENDPOINT_URL']);
  const region = config.s3_region ?? (variables['AWS_REGION'] || variables['AWS_DEFAULT_REGION']);
  const credentials = credentialsOf(config, variables, region || 'us-east-1');
  if (credentials === undefined) {
    throw new Error(
      `${name}: ${place} needs keys: s3_access_key_id and s3_secret_access_key, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role of the container.`,
    );
  }
  return {
    ...at,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    credentials,
    addressSeconds: config.files_redirect_s,
  };
}

function credentialsOf(
  config: S3Settings,
  variables: Variables,
  region: string,
): S3Options['credentials'] | undefined {
  const { s3_access_key_id: ownId, s3_secret_access_key: ownSecret } = config;
  if (ownId !== undefined && ownSecret !== undefined) {
    return { accessKeyId: ownId, secretAccessKey: ownSecret };
  }
  const {
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: token,
  } = variables;
  if (id && secret) {
    return { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) };
  }
  const { AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: identity } = variables;
  if (roleArn && identity) {
    const endpoint = variables['AWS_ENDPOINT_URL_STS'] || `https://sts.${region}.amazonaws.com/`;
    return { roleArn, tokenFile: identity, endpoint };
  }
  const path = variables['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const url = path ? `${CONTAINER_HOST}${path}` : variables['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  if (!url || !URL.canParse(url)) return undefined;
  const tokenFile = variables['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const given = variables['AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  return { url, ...(tokenFile ? { tokenFile } : given ? { token: given } : {}) };
}
