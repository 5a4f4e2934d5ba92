/**
 * Writes the descriptions of parameters as TSDoc into the declarations that the compiler made of
 * them, so that editors show them on the properties of requests. Called after the compiler, in the
 * folder of the package. Declared once, with each parameter; the compiler keeps no text of values.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { builtInKinds } from '../src/kinds/built-in-kinds.ts';
import { parameterInfos, type ParameterInfo } from '../src/project/parameter-list.ts';

const parameters = new Map(builtInKinds.names.map((kind) => [kind, parameterInfos(kind)]));

function commentOn({ description, unit, default: usual }: ParameterInfo): string {
  const details = [
    unit && `In ${unit}.`,
    usual !== undefined && `Default: ${JSON.stringify(usual)}.`,
  ];
  return [description, ...details].filter(Boolean).join(' ').replaceAll('*/', '* /');
}

/**
 * Every declaration of a parameter has one of its own; those of the page are the same for each
 * kind.
 */
function documented(file: string, text: string): string {
  let kind = /\/kinds\/(\w+)\//.exec(file)?.[1] ?? '';
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    kind = /KindDefinition<"(\w+)"/.exec(line)?.[1] ?? kind;
    const [, indent, name = ''] =
      /^( +)(\w+): (?:z|import\("zod\/mini"\))\.ZodMini/.exec(line) ?? [];
    const own = parameters.get(kind) ?? [...parameters.values()].find((all) => all.has(name));
    const info = own?.get(name);
    if (info !== undefined) {
      // Of an earlier build, where the compiler left the file as it was.
      if (/^ +\/\*\* .* \*\/$/.test(lines.at(-1) ?? '')) lines.pop();
      lines.push(`${indent}/** ${commentOn(info)} */`);
    }
    lines.push(line);
  }
  return lines.join('\n');
}

for (const file of globSync('dist/{kinds,parameters}/**/*.d.ts')) {
  const text = readFileSync(file, 'utf8');
  const written = documented(file.replaceAll('\\', '/'), text);
  if (written !== text) writeFileSync(file, written);
}
