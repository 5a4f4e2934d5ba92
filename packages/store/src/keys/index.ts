export { makeMasterKey } from './master-key.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
