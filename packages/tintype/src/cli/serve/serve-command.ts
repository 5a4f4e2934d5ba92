import { checkConfig, readTls, type TlsFiles } from '../../service/check-config.ts';
import { s3OptionsOf } from '../../service/s3-options.ts';
import { readSettings, type ReadSettings } from '../../service/settings/read-settings.ts';
import { readVersion, UsageError, type CliContext } from '../cli-context.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { SERVE_FLAGS, typedSettings } from './serve-flags.ts';

const USAGE = `Usage
  tintype serve [--port <number>] [--data-dir <folder>] [--config <file>] [more...]

Serves Tintype over HTTP. Every flag is also a variable (--data-dir is TINTYPE_DATA_DIR) and a key of the file (data_dir).
SIGTERM and Ctrl-C wait for running renders; a second one exits immediately.`;

/** `tintype serve`: runs until a signal. */
export const serveCommand = createCommand({
  usage: USAGE,
  flags: SERVE_FLAGS,
  takesFlagsOnly: 'serve',
  execute,
});

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number | void> {
  const { settings, tls } = await readConfiguration(parsed, context);
  if (parsed.isOn('print-config')) return printConfig(settings, context);
  const { serve } = await import('../../service/serve.ts');
  return await serve({ settings, tls, version: await readVersion(), context });
}

async function readConfiguration(
  parsed: ParsedFlags,
  { environment }: CliContext,
): Promise<{ settings: ReadSettings; tls: TlsFiles | undefined }> {
  const configFile = parsed.last('config');
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

async function printConfig(settings: ReadSettings, context: CliContext): Promise<void> {
  const { printedConfig } = await import('../../service/settings/print-config.ts');
  const { machineDefaults } = await import('../../service/engine-options.ts');
  context.stdout.write(
    printedConfig(settings, machineDefaults(settings.config, context.environment)),
  );
  for (const warning of settings.warnings) context.stderr.write(`${warning}\n`);
}
