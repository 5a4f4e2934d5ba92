import { nearestName } from '@tintype/contract';
import { checkConfig, readTls, type TlsFiles } from '../../service/check-config.ts';
import { s3OptionsOf } from '../../service/s3-options.ts';
import { readSettings, type ReadSettings } from '../../service/settings/read-settings.ts';
import { EXIT, type CliContext } from '../cli-context.ts';
import { formatHelp } from '../output/help.ts';
import { parseFlags, type ParsedFlags } from '../flags/parse-flags.ts';
import { readVersion } from '../read-version.ts';
import { SERVE_FLAGS, typedSettings } from './serve-flags.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = `Usage
  tintype serve [--port <number>] [--data-dir <folder>] [--config <file>] [more...]

Serves Tintype over HTTP. Every flag is also a variable (--data-dir is TINTYPE_DATA_DIR) and a key of the file (data_dir).
SIGTERM and Ctrl-C wait for running renders; a second one exits immediately.`;

/** `tintype serve`: runs until a signal. */
export async function serveCommand(args: readonly string[], context: CliContext): Promise<number> {
  const parsed = parseFlags(args, SERVE_FLAGS, nearestName);
  const last = (name: string) => parsed.entries.findLast(({ flag }) => flag.name === name)?.value;
  if (last('help') === 'true') {
    context.stdout.write(formatHelp(USAGE, SERVE_FLAGS, context.stdout));
    return EXIT.done;
  }
  if (parsed.positionals.length > 0) {
    throw new UsageError(
      `tintype serve takes no arguments; got "${parsed.positionals[0]}". See: tintype serve --help`,
    );
  }
  const { settings, tls } = await readConfiguration(parsed, last('config'), context);
  if (last('print-config') === 'true') {
    return await printConfig(settings, context);
  }
  const { serve } = await import('../../service/serve.ts');
  return await serve({ settings, tls, version: await readVersion(), context });
}

async function readConfiguration(
  parsed: ParsedFlags,
  configFile: string | undefined,
  { environment }: CliContext,
): Promise<{ settings: ReadSettings; tls: TlsFiles | undefined }> {
  try {
    const settings = await readSettings({
      flags: typedSettings(parsed),
      variables: environment.variables,
      cwd: process.cwd(),
      ...(configFile === undefined ? {} : { configFile }),
    });
    const { config } = settings;
    checkConfig(config);
    for (const name of ['files', 'cache_files'] as const) {
      s3OptionsOf(name, config[name], config, environment.variables);
    }
    return { settings, tls: await readTls(settings.config) };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

async function printConfig(settings: ReadSettings, context: CliContext): Promise<number> {
  const { printedConfig } = await import('../../service/settings/print-config.ts');
  const { machineDefaults } = await import('../../service/machine-defaults.ts');
  context.stdout.write(
    printedConfig(settings, machineDefaults(settings.config, context.environment)),
  );
  for (const warning of settings.warnings) context.stderr.write(`${warning}\n`);
  return EXIT.done;
}
