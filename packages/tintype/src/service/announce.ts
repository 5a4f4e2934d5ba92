import type { Account, AccountKeys } from '@tintype/store';
import { paint, type Output } from '../cli/output/terminal.ts';
import { reachableAddress } from './service-note.ts';
import type { Role } from './roles.ts';

/** Output of a started service. */
export interface Announcement {
  version: string;
  address: string;
  dataDir: string;
  /** Roles of the process, unless it has all. */
  roles?: readonly Role[] | undefined;
  newKeys?: { account: Account; keys: Partial<AccountKeys> } | undefined;
  /** File of the new keys. They are printed if there is none. */
  keysFile?: string | undefined;
}

export function announce(
  { version, address, dataDir, roles, newKeys, keysFile }: Announcement,
  output: Output,
): void {
  const reachable = reachableAddress(address);
  const lines = [
    `${paint('bold', `Tintype ${version}`, output)} listens on ${address}, with its data in ${dataDir}${roles ? `, as ${roles.join(', ')}` : ''}`,
    ...(newKeys === undefined ? [] : keyLines(newKeys, keysFile, output)),
    '',
    ...(roles?.includes('api') === false
      ? [`Ready:   ${reachable}/ready`]
      : [
          ...tryLines(reachable, keysFile === undefined ? newKeys?.keys.accessKey : undefined),
          `Console: ${reachable}/console`,
          `API:     ${reachable}/reference`,
        ]),
    '',
  ];
  output.write(`${lines.join('\n')}\n`);
}

function keyLines(
  { account, keys }: NonNullable<Announcement['newKeys']>,
  keysFile: string | undefined,
  output: Output,
): string[] {
  const { accessKey, secretKey } = keys;
  if (keysFile !== undefined) {
    return [
      '',
      `The account "${account.name}" (plan ${account.plan}) has new keys, in ${paint('bold', keysFile, output)}`,
      'Only its owner can read it, and a shell can source it. Store the keys in a safe place, and delete the file.',
    ];
  }
  return [
    '',
    `The account "${account.name}" (plan ${account.plan}) has new keys. They are shown only now:`,
    ...(accessKey === undefined ? [] : [`  access key  ${paint('bold', accessKey, output)}`]),
    ...(secretKey === undefined ? [] : [`  secret key  ${paint('bold', secretKey, output)}`]),
    `If they are lost, create new ones: tintype keys rotate ${account.name}`,
  ];
}

function tryLines(address: string, accessKey: string | undefined): string[] {
  const key = accessKey ?? '$TINTYPE_ACCESS_KEY';
  const insecure = address.startsWith('https:') ? '--insecure ' : '';
  return [
    `Try it:  curl ${insecure}-H "X-Access-Key: ${key}" -o example.jpeg "${address}/v1/screenshot?url=https://example.com"`,
  ];
}
