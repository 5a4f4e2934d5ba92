/**
 * Writes the descriptions of parameters and of wire types as TSDoc into the declarations that the
 * compiler made of their schemas, so that editors show them on the properties of requests and
 * answers. Called after the compiler, in the folder of the package. Declared once, with each schema;
 * the compiler keeps no text of values.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { $ZodType } from 'zod/v4/core';
import { builtInKinds } from '../src/kinds/built-in-kinds.ts';
import { parameterInfos, type ParameterInfo } from '../src/project/parameter-list.ts';
import { descriptionsOf } from '../src/read/value-info.ts';

const parameters = new Map(builtInKinds.names.map((kind) => [kind, parameterInfos(kind)]));

function describe({ description, unit, default: usual }: ParameterInfo): string {
  const details = [
    unit && `In ${unit}.`,
    usual !== undefined && `Default: ${JSON.stringify(usual)}.`,
  ];
  return [description, ...details].filter(Boolean).join(' ');
}

/** Writes `commentOn` each line that declares a property. */
function documented(
  text: string,
  commentOn: (name: string | undefined, line: string) => string | undefined,
): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent, name] = /^( +)(\w+): (?:z|import\("zod\/mini"\))\.ZodMini/.exec(line) ?? [];
    const comment = commentOn(name, line);
    if (comment !== undefined) {
      // Of an earlier build, where the compiler left the file as it was.
      if (/^ +\/\*\* .* \*\/$/.test(lines.at(-1) ?? '')) lines.pop();
      lines.push(`${indent}/** ${comment.replaceAll('*/', '* /')} */`);
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/**
 * Every declaration of a parameter has one of its own; those of the page are the same for each
 * kind.
 */
function ofParameters(file: string) {
  let kind = /\/kinds\/(\w+)\//.exec(file)?.[1] ?? '';
  return (name = '', line: string) => {
    kind = /KindDefinition<"(\w+)"/.exec(line)?.[1] ?? kind;
    const own = parameters.get(kind) ?? [...parameters.values()].find((all) => all.has(name));
    const info = own?.get(name);
    return info && describe(info);
  };
}

async function ofWireTypes(file: string) {
  const module = `../src/wire/${basename(file, '.d.ts')}.ts`;
  const schemas = (await import(module)) as Record<string, $ZodType>;
  let schema: $ZodType | undefined;
  return (name: string | undefined, line: string) => {
    const [, declared] = /^export declare const (\w+): z\.ZodMiniObject/.exec(line) ?? [];
    if (declared !== undefined) schema = schemas[declared];
    if (name === undefined || schema === undefined || !/^ {4}\w/.test(line)) return undefined;
    return descriptionsOf(schema).get(name) || undefined;
  };
}

for (const path of globSync('dist/{kinds,parameters,wire}/**/*.d.ts')) {
  const file = path.replaceAll('\\', '/');
  const text = readFileSync(path, 'utf8');
  const comments = file.startsWith('dist/wire/') ? await ofWireTypes(file) : ofParameters(file);
  const written = documented(text, comments);
  if (written !== text) writeFileSync(path, written);
}
