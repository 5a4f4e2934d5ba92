import { parseRequest, RenderError, sessionNotFound, storageState } from '@tintype/contract';
import type { NamedSession, Renderer, SessionDirectory } from '../types.ts';

/** Returns the calls of a renderer that manage sessions. */
export function createSessions(
  renderer: Pick<Renderer, 'open'>,
  directory: SessionDirectory | undefined,
): Pick<Renderer, 'session' | 'sessions'> {
  const stored = (): SessionDirectory => {
    if (directory) return directory;
    throw new RenderError('unsupported', 'This renderer has no storage of sessions.');
  };
  return {
    session({ name }): NamedSession {
      const store = stored();
      checkName(name);
      return {
        name,
        async login(input, options = {}) {
          // Loaded on use: few programs log in.
          const { logIn, readLogin } = await import('./log-in.ts');
          const login = readLogin(input);
          const { state, warnings } = await logIn(renderer, login, options);
          await store.put(name, { state: readState(state), login });
          return { warnings };
        },
        async restore(given) {
          await store.put(name, { state: readState(given) });
        },
        async state() {
          const session = await store.read(name);
          if (!session) throw sessionNotFound(name);
          return session.state;
        },
        delete: () => store.delete(name),
      };
    },
    sessions: async () => stored().list(),
  };
}

/** The parameter has the rule. */
function checkName(name: string): void {
  parseRequest({ kind: 'screenshot', html: '-', session: name });
}

function readState(given: Parameters<NamedSession['restore']>[0]) {
  const state = storageState(typeof given === 'string' ? given : JSON.stringify(given));
  if (typeof state !== 'string') return state;
  throw new RenderError('invalid_parameter', `The storage state is none: ${state}.`);
}
