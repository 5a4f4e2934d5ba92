import { parameterList } from '@tintype/contract';
import type { Destination } from './destination.ts';
import { isForService } from '../flags/parameter-flags.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import type { CommandKind } from './command-kind.ts';

export function warnOfService({ kind, kinds }: CommandKind, { entries }: ParsedFlags): string[] {
  const typed = entries.filter(({ flag }) => flag.parameter !== undefined);
  if (typed.length === 0) return [];
  const service = new Set(
    parameterList(kind, kinds)
      .filter(isForService)
      .map(({ name }) => name),
  );
  return typed
    .filter(({ flag }) => service.has(flag.parameter ?? ''))
    .map(({ flag }) => `--${flag.name} only applies to a service; it is ignored here.`);
}

export function warnOfEnding(destination: Destination, format: unknown): string[] {
  if (destination.to !== 'file' || typeof format !== 'string') return [];
  const ending = /\.([^./\\]+)$/.exec(destination.path)?.[1]?.toLowerCase();
  const isSame = ending === undefined || plainFormat(ending) === plainFormat(format);
  return isSame ? [] : [`${destination.path} gets ${format}, because --format says so.`];
}

function plainFormat(name: string): string {
  return name === 'jpg' ? 'jpeg' : name;
}
