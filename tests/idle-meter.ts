import { cpus } from 'node:os';

/** Returns the number of idle cores since the last call. */
export type IdleMeter = () => number;

/** @param read - what `os.cpus()` gives */
export function createIdleMeter(read: () => readonly { times: Times }[] = cpus): IdleMeter {
  let before = sum(read());
  return () => {
    const now = sum(read());
    const passed = (now.all - before.all) / now.cores;
    const idle = now.idle - before.idle;
    before = now;
    return passed > 0 ? idle / passed : 0;
  };
}

interface Times {
  user: number;
  nice: number;
  sys: number;
  idle: number;
  irq: number;
}

function sum(cores: readonly { times: Times }[]) {
  let all = 0;
  let idle = 0;
  for (const { times } of cores) {
    all += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { all, idle, cores: Math.max(cores.length, 1) };
}
