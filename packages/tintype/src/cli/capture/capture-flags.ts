import { builtInKinds, parameterList, type KindSet } from '@tintype/contract';
import { OUTPUT_FLAGS, REACH_FLAGS } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { combinedFlags, isForService, parameterFlag } from '../flags/parameter-flags.ts';

/**
 * Returns the flags of `tintype capture`: its own, and the parameters of all kinds except `format`,
 * which the file extensions determine.
 */
export function captureFlags(kinds: KindSet = builtInKinds): readonly Flag[] {
  const byName = new Map(
    parameterList(undefined, kinds)
      .filter((info) => info.name !== 'format' && !isForService(info))
      .map((info) => [info.name, parameterFlag(info)] as const),
  );
  return [
    ...OUTPUT_FLAGS.filter(({ name }) => name !== 'trace' && name !== 'open').map((flag) =>
      flag.name === 'output' ? outputFlag(flag) : flag,
    ),
    ...byName.values(),
    ...combinedFlags(parameterList(undefined, kinds)),
    ...REACH_FLAGS.filter(({ name }) => name !== 'concurrency'),
  ];
}

function outputFlag(flag: Flag): Flag {
  return {
    ...flag,
    isList: true,
    placeholder: '<file>',
    description: 'A file to make. Its extension selects kind and format. Can be repeated.',
  };
}
