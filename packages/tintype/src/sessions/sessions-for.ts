import { join } from 'node:path';
import type { SessionDirectory } from '@tintype/core';
import { dataDirFor } from '../data-dir.ts';
import type { Environment } from '../environment.ts';
import type { RendererOptions } from '../renderer-options.ts';

/** Returns the storage of sessions of a renderer: by default a folder in the data folder. */
export function sessionsFor(
  { sessions }: Pick<RendererOptions, 'sessions'>,
  environment: Environment,
): SessionDirectory | undefined {
  if (sessions === false) return undefined;
  if (typeof sessions === 'object') return sessions;
  return sessionFolder(sessions ?? join(dataDirFor(undefined, environment), 'sessions'));
}

/** Its code is loaded on first use: few renders have a session. */
function sessionFolder(folder: string): SessionDirectory {
  let opened: Promise<SessionDirectory> | undefined;
  const open = () =>
    (opened ??= import('./create-session-folder.ts').then(({ createSessionFolder }) =>
      createSessionFolder({ folder }),
    ));
  return {
    read: async (name) => (await open()).read(name),
    write: async (name, state, version) => (await open()).write(name, state, version),
    put: async (name, session) => (await open()).put(name, session),
    delete: async (name) => (await open()).delete(name),
    list: async () => (await open()).list(),
  };
}
