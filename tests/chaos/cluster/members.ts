import { freePort } from '@tintype/testkit';
import { createMortalService, type Life, type MortalService } from '../mortal-service.ts';

/** One process of a cluster. */
export interface Member {
  role: string;
  service: MortalService;
  life: Life;
}

export interface MembersOptions {
  dataDir: string;
  workers: number;
  /** Further flags and variables. */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  mark: string;
}

/** In a row. */
const maxStarts = 20;

/** Starts two apis, so many workers, and a process with the other roles. */
export async function startMembers(options: MembersOptions): Promise<Member[]> {
  const { workers, args, ...common } = options;
  const roles = ['api', 'api', ...Array<string>(workers).fill('worker'), 'scheduler,webhooks'];
  const members: Member[] = [];
  for (const role of roles) {
    const port = await freePort();
    const service = createMortalService({ ...common, port, args: [...args, '--role', role] });
    members.push({ role, service, life: service.start() });
    await untilReady(members.at(-1)!);
  }
  return members;
}

/**
 * Whatever runs a service starts it again when it could not start: the database may be away, or the
 * machine too busy for a browser.
 */
export async function untilReady(member: Member): Promise<void> {
  for (let starts = 1; !(await member.life.ready); starts += 1) {
    const { role, life } = member;
    if (starts === maxStarts) throw new Error(`A process (${role}) does not start: ${life.stderr}`);
    member.life = member.service.start();
  }
}
