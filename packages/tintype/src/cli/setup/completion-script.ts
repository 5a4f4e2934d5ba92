export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** Arguments of a command that are completed. */
export interface CompletedCommand {
  name: string;
  flags: readonly CompletedFlag[];
}

/** One flag as it is typed, for example `--format`, and its values if they are known. */
export interface CompletedFlag {
  spelled: string;
  description: string;
  takesValue: boolean;
  values: readonly string[];
}

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  if (shell === 'fish') return fishScript(commands);
  return shell === 'bash' ? bashScript(commands) : zshScript(commands);
}

const words = (list: readonly string[]) => list.join(' ');

function casesOf(
  commands: readonly CompletedCommand[],
  offer: (list: string) => string,
): { values: string; flags: string } {
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.values.length > 0)
      .map((flag) => `    "${name} ${flag.spelled}") ${offer(words(flag.values))}; return ;;`),
  );
  const flags = commands
    .filter((command) => command.flags.length > 0)
    .map(
      (command) =>
        `    ${command.name}) ${offer(words(command.flags.map(({ spelled }) => spelled)))} ;;`,
    );
  return { values: values.join('\n'), flags: flags.join('\n') };
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const offer = (list: string) => `COMPREPLY=($(compgen -W "${list}" -- "$cur"))`;
  const { values, flags } = casesOf(commands, offer);
  return `# bash completion for tintype. To use it now and from now on: source <(tintype completion bash), in ~/.bashrc
_tintype() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then ${offer(words(commands.map(({ name }) => name)))}; return; fi
  case "\${COMP_WORDS[1]} $prev" in
${values}
  esac
  [[ "$cur" == -* ]] || return
  case "\${COMP_WORDS[1]}" in
${flags}
  esac
}
complete -o default -o bashdefault -F _tintype tintype
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const offer = (list: string) => `compadd -- ${list}`;
  const { values, flags } = casesOf(commands, offer);
  return `#compdef tintype
# zsh completion for tintype. To use it now and from now on: source <(tintype completion zsh), in ~/.zshrc after compinit
_tintype() {
  if (( CURRENT == 2 )); then ${offer(words(commands.map(({ name }) => name)))}; return; fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${values}
  esac
  if [[ "\${words[CURRENT]}" != -* ]]; then _files; return; fi
  case "\${words[2]}" in
${flags}
  esac
}
if [[ "\${funcstack[1]}" == _tintype ]]; then _tintype "$@"; else compdef _tintype tintype; fi
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const lines = commands.flatMap(({ name, flags }) =>
    flags.map(({ spelled, description, takesValue, values }) => {
      const value = takesValue ? (values.length > 0 ? ` -x -a '${words(values)}'` : ' -r') : '';
      const said = description.replace(/[\\']/g, '\\$&');
      const when = `-n '__fish_seen_subcommand_from ${name}'`;
      return `complete -c tintype ${when} -l ${spelled.slice(2)}${value} -d '${said}'`;
    }),
  );
  return `# fish completion for tintype. To use it: tintype completion fish > ~/.config/fish/completions/tintype.fish
complete -c tintype -n '__fish_use_subcommand' -f -a '${words(names)}'
${lines.join('\n')}
`;
}
