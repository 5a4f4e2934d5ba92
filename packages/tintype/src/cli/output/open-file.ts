import { spawn } from 'node:child_process';

/**
 * Opens a file in the desktop's program for it, without waiting for that program.
 * @returns the problem, or undefined
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
      resolve(`${path} was written, but not opened: there is no ${command}.`),
    );
  });
}

function openerOf(platform: NodeJS.Platform): [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open'];
  // Not `cmd`, which could execute parts of a file name.
  return platform === 'win32' ? ['explorer.exe'] : ['xdg-open'];
}
