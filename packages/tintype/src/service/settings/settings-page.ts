import { markdownTable } from '@tintype/contract';
import { settingExpected, settingFlag, variableName, type Setting } from './setting.ts';
import { settings } from './settings.ts';

/** Returns docs/configuration.md: text, and a table for each group. */
export function settingsPage(): string {
  const groups = Map.groupBy(Object.entries<Setting>(settings), ([, { group }]) => group);
  const sections = [...groups].map(([group, members]) => {
    const rows = members.map(([name, setting]) => rowOf(name, setting));
    return `## ${group}\n\n${markdownTable(HEAD, rows)}`;
  });
  return `${intro}\n\n${sections.join('\n\n')}\n\n${outro}\n`;
}

function rowOf(name: string, setting: Setting): string[] {
  const { description, isSecret } = setting;
  return [
    `\`${name}\``,
    `\`${settingFlag(name, setting)}\``,
    `\`${variableName(name)}\`${isSecret ? ' or `..._FILE`' : ''}`,
    defaultOf(setting),
    settingExpected(setting),
    description,
  ];
}

function defaultOf({ default: value, defaultText }: Setting): string {
  if (defaultText !== undefined) return defaultText;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${String(value)}\``;
}

const HEAD = ['in the file', 'flag', 'variable', 'default', 'allowed', 'meaning'];

const intro = `<!-- Written by packages/tintype/scripts/write-configuration.ts. Change packages/tintype/src/service/settings/settings.ts instead. -->

# Configuration of the service

Every setting of \`tintype serve\` can be a flag, an environment variable, or a key of a JSON file.
Flags override the environment, which overrides the file, which overrides defaults.
All settings are checked before anything starts; a wrong value ends the command with exit code 2 and a message that names its source,
what it must be, and what it is.

\`\`\`sh
tintype serve --port 8080 --egress-allow 10.0.0.0/8
TINTYPE_PORT=8080 TINTYPE_EGRESS_ALLOW=10.0.0.0/8 tintype serve
tintype serve --config tintype.json
\`\`\`

\`\`\`json
{ "port": 8080, "egress_allow": ["10.0.0.0/8"], "plans": { "free": { "quotaPerMonth": 100 } } }
\`\`\`

- \`--config\` or \`TINTYPE_CONFIG\` names the file.
  Its values are JSON numbers, booleans, arrays and objects; \`null\` equals an absent key, and unknown keys are rejected.
  Relative paths start at the folder of the file.
- In the environment and in flags, lists are comma-separated and objects are JSON. A flag may be repeated.
- An empty variable counts as absent. An unknown \`TINTYPE_\` variable is reported in the log.
- Secrets can be read from a file: \`TINTYPE_MASTER_KEY_FILE=/run/secrets/master_key\`.
  On the command line other users of the machine can see them.

\`tintype serve --print-config\` checks all settings, and prints their values and sources without secrets.`;

const outro = `## Folders

| system  | data folder                                             | cache folder of browsers                |
| ------- | ------------------------------------------------------- | --------------------------------------- |
| Linux   | \`$XDG_DATA_HOME/tintype\`, else \`~/.local/share/tintype\` | \`$XDG_CACHE_HOME/tintype\`, \`~/.cache/…\` |
| as root | \`/var/lib/tintype\`                                      | \`/var/cache/tintype\`                    |
| macOS   | \`~/Library/Application Support/tintype\`                 | \`~/Library/Caches/tintype\`              |
| Windows | \`%LOCALAPPDATA%\\tintype\\data\`                           | \`%LOCALAPPDATA%\\tintype\\cache\`          |

## Proxies for countries

\`upstreams\` is the table behind the parameter \`ip_location\`:

\`\`\`json
{
  "upstreams": {
    "us": "http://user:password@us.proxy.example:8080",
    "de": [
      "https://user:password@de1.proxy.example:443",
      "https://user:password@de2.proxy.example:443"
    ]
  }
}
\`\`\`

A request for a country without a proxy gets 400. A proxy in your own network must be in \`egress_allow\` as well.
No log, error or cache key contains its credentials.`;
