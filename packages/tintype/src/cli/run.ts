import { kindInfos, type KindInfo } from '@tintype/contract/light';
import { EXIT, readVersion, UsageError, type CliContext, type Command } from './cli-context.ts';
import { formatOverview } from './output/help.ts';

/** Loads a command on use: `screenshot` must not wait for the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  ...Object.fromEntries(kindInfos.map((info) => [info.name, () => renderCommand(info)])),
  capture: async () => (await import('./capture/capture-command.ts')).captureCommand,
  compare: async () => (await import('./compare/compare-command.ts')).compareCommand,
  login: async () => (await import('./setup/login-command.ts')).loginCommand,
  record: async () => (await import('./setup/record-command.ts')).recordCommand,
  sessions: async () => (await import('./setup/sessions-command.ts')).sessionsCommand,
  serve: async () => (await import('./serve/serve-command.ts')).serveCommand,
  console: async () => (await import('./serve/console-command.ts')).consoleCommand,
  mcp: async () => (await import('./serve/mcp-command.ts')).mcpCommand,
  trace: async () => (await import('./trace/trace-command.ts')).traceCommand,
  doctor: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  lists: async () => (await import('./setup/lists-command.ts')).listsCommand,
  keys: async () => (await import('./admin/keys-command.ts')).keysCommand,
  tasks: async () => (await import('./admin/tasks-command.ts')).tasksCommand,
  requests: async () => (await import('./admin/requests-command.ts')).requestsCommand,
  webhooks: async () => (await import('./admin/webhooks-command.ts')).webhooksCommand,
  devices: async () => (await import('./devices-command.ts')).devicesCommand,
  completion: async () => {
    const { completionCommand } = await import('./setup/completion-command.ts');
    return (args, context) => completionCommand(args, context, Object.keys(commands));
  },
  backup: async () => (await import('./admin/backup-command.ts')).backupCommand,
  migrate: async () => (await import('./admin/migrate-command.ts')).migrateCommand,
  'install-browser': async () =>
    (await import('./setup/install-browser-command.ts')).installCommand,
};

async function renderCommand(info: KindInfo): Promise<Command> {
  const [{ createRenderCommand }, { commandKindOf }] = await Promise.all([
    import('./render/render-command.ts'),
    import('./render/command-kind.ts'),
  ]);
  return createRenderCommand(commandKindOf(info));
}

/** Executes one command line and reports every failure. Returns the exit code. */
export async function run(args: readonly string[], context: CliContext): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    const { failureMessage, isWrongUse } = await import('./output/failure-message.ts');
    const { fitted, paint } = await import('./output/terminal.ts');
    const { stderr } = context;
    const line = fitted(`tintype: ${failureMessage(error)}`, stderr);
    stderr.write(`${line.replace(/^tintype:/, paint('red', 'tintype:', stderr))}\n`);
    if (args.includes('--verbose')) {
      const { inspect } = await import('node:util');
      stderr.write(`${inspect(error)}\n`);
    }
    return isWrongUse(error) ? EXIT.usage : EXIT.failed;
  }
}

async function dispatch(args: readonly string[], context: CliContext): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    return await help(rest[0], context, name === undefined);
  }
  if (name === '--version' || name === '-v') {
    context.stdout.write(`${await readVersion()}\n`);
    return EXIT.done;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = load === undefined ? await pluginCommand(name, rest, context) : await load();
  return await command(rest, context);
}

/** Returns the command of a plugin's kind. */
async function pluginCommand(
  name: string,
  args: readonly string[],
  context: CliContext,
): Promise<Command> {
  const { pluginKind } = await import('./render/named-plugins.ts');
  const command = await pluginKind(name, args, context);
  if (command === undefined) throw await unknownCommand(name);
  const { createRenderCommand } = await import('./render/render-command.ts');
  return createRenderCommand(command);
}

async function help(
  command: string | undefined,
  context: CliContext,
  isWrongUse: boolean,
): Promise<number> {
  if (command !== undefined && Object.hasOwn(commands, command)) {
    return await dispatch([command, '--help'], context);
  }
  const output = isWrongUse ? context.stderr : context.stdout;
  output.write(formatOverview(await readVersion()));
  return isWrongUse ? EXIT.usage : EXIT.done;
}

async function unknownCommand(name: string): Promise<UsageError> {
  const { nearest } = await import('@tintype/contract');
  const near = nearest(name, Object.keys(commands));
  if (near !== undefined) return new UsageError(`Unknown command ${name}. Did you mean ${near}?`);
  return new UsageError(
    /[./:]/.test(name)
      ? `Unknown command ${name}. For an image of it, type: tintype screenshot ${name}`
      : `Unknown command ${name}. See: tintype --help`,
  );
}
