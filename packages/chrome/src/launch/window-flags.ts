export interface WindowFlagOptions {
  sandbox: boolean;
  userDataDir: string;
  smallSharedMemory?: boolean;
  extraArgs?: readonly string[];
}

/**
 * Flags of a browser with windows, for a person: an ordinary one, with a profile of its own, that
 * goes out as the person's own does. Pages of strangers are rendered with `chromeFlags`.
 */
export function windowFlags(options: WindowFlagOptions): string[] {
  return [
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${options.userDataDir}`,
    // It opens no window by itself, and goes on when the last one is closed: what is in its storage
    // is read then.
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    // No prompt of the desktop's keyring: the profile is not kept.
    '--password-store=basic',
    '--use-mock-keychain',
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    ...(options.extraArgs ?? []),
  ];
}
