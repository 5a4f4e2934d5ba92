import { spawn } from 'node:child_process';

/**
 * Shows a file in the program that the desktop has for it, without waiting for that program.
 *
 * @returns what is wrong, or undefined
 */
export async function openFile(
  path: string,
  variables: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const [command, ...args] = openerOf(platform);
  const opener = spawn(command, [...args, path], {
    detached: true,
    stdio: 'ignore',
    env: variables,
  });
  return new Promise((resolve) => {
    opener.once('spawn', () => {
      opener.unref();
      resolve(undefined);
    });
    opener.once('error', () =>
      resolve(`${path} was written, and not opened: there is no ${command}.`),
    );
  });
}

function openerOf(platform: NodeJS.Platform): [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open'];
  // Not cmd: a name of a file could hold what it takes for a command.
  return platform === 'win32' ? ['explorer.exe'] : ['xdg-open'];
}
