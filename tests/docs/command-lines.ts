/** One program with its arguments, as a line of the shell starts it. */
export interface CommandLine {
  environment: Record<string, string>;
  words: string[];
  /** The command before it in a pipe. */
  input: string[] | undefined;
}

/**
 * The command lines of a block that uses nothing of the shell but quotes, comments, variables
 * before a command, `&&` and `|`.
 */
export function commandLines(block: string): CommandLine[] {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.flatMap((line) => {
    const commands: CommandLine[] = [];
    let current = start();
    for (const token of tokensOf(line)) {
      if (token === '&&' || token === '|') {
        commands.push(current);
        current = { ...start(), input: token === '|' ? commands.pop()?.words : undefined };
        continue;
      }
      const [, name, value] = /^(\w+)=(.*)$/s.exec(token) ?? [];
      if (name !== undefined && current.words.length === 0) current.environment[name] = value ?? '';
      else current.words.push(token);
    }
    commands.push(current);
    return commands.filter(({ words }) => words.length > 0);
  });
}

function start(): CommandLine {
  return { environment: {}, words: [], input: undefined };
}

function tokensOf(line: string): string[] {
  const tokens: string[] = [];
  for (const [token] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (token.startsWith('#')) break;
    tokens.push(token.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return tokens;
}
