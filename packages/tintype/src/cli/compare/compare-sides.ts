import { statSync } from 'node:fs';
import type { ComparedFile } from '@tintype/compare';
import {
  builtInKinds,
  fromStrings,
  parseRequest,
  takesParameter,
  type RequestInput,
} from '@tintype/contract';
import { comparedTypeOf, type ComparedType } from '@tintype/contract/light';
import { comparedTypeOfBoth } from '@tintype/contract/read';
import type { Renderer, RenderedWithElements, RenderResult } from '@tintype/core';
import mime from 'mime';
import { UsageError, type CliContext } from '../cli-context.ts';
import { parameterPairs, type ParsedFlags } from '../flags/parse-flags.ts';
import { createLocalSite } from '../render/local-site.ts';
import { readNamedFile } from '../render/read-named-file.ts';
import { readParameterFiles } from '../render/read-input.ts';
import { pageOf } from '../render/render-plan.ts';
import { readTarget, type Target } from '../render/target.ts';

/** A side of a comparison: a result that is there, or a page to render. */
export type Side = { typed: string } & ({ file: ComparedFile } | { target: Target });

/** Interprets an argument: a file with a result, a page in a file, or a URL. @throws UsageError */
export async function readSide(typed: string, root: string | undefined): Promise<Side> {
  const isFile = statSync(typed, { throwIfNoEntry: false })?.isFile() === true;
  const known = /^https?:/i.test(typed) ? null : mime.getType(typed);
  const mediaType = known ?? (isFile ? 'text/plain' : null);
  if (mediaType !== null && isResult(mediaType)) {
    return { typed, file: { body: await readNamedFile(typed, typed), mediaType } };
  }
  const target = readTarget(typed, root);
  if (target.from !== 'stdin') return { typed, target };
  throw new UsageError('tintype compare takes files and URLs, and not -.');
}

/** Returns whether files of a type are compared as they are; HTML and SVG files are rendered. */
function isResult(mediaType: string): boolean {
  return (
    /^(?:image|text)\/|^application\/pdf$|[/+]json$/.test(mediaType) && !/html|svg/.test(mediaType)
  );
}

/**
 * Returns as what two sides are compared. A page is rendered as the type of the other side, as a
 * text if it is requested, or else as an image.
 * @throws RenderError, or UsageError, if they cannot be compared
 */
export function comparedAs([before, after]: readonly [Side, Side], isText: boolean): ComparedType {
  const typeOf = (side: Side) => ('file' in side ? side.file.mediaType : undefined);
  const other = typeOf(before) ?? typeOf(after);
  const isTextBeside = other !== undefined && comparedTypeOf(other) === 'text';
  const rendered = isText || isTextBeside ? 'text/markdown' : 'image/png';
  const type = comparedTypeOfBoth(typeOf(before) ?? rendered, typeOf(after) ?? rendered);
  if (!isText || type === 'text') return type;
  throw new UsageError(`--text is for pages and texts; these are ${type}s.`);
}

/** Reads the parameters of pages from the flags. @throws UsageError */
export async function pageParameters(
  parsed: ParsedFlags,
  kind: 'scrape' | 'screenshot',
): Promise<Record<string, unknown>> {
  const taken = parameterPairs(parsed).filter(([name]) =>
    takesParameter(builtInKinds.get(kind), name),
  );
  const parameters = fromStrings(kind, taken);
  await readParameterFiles(parameters);
  return parameters;
}

/** Validates the request of a page. @throws RenderError, UsageError */
export async function requestOf(
  target: Target,
  parsed: ParsedFlags,
  isText: boolean,
): Promise<RequestInput> {
  const kind = isText ? 'scrape' : 'screenshot';
  const parameters = await pageParameters(parsed, kind);
  const format = isText ? 'md' : 'png';
  const request = { ...parameters, ...pageOf(target), kind, format } as RequestInput;
  parseRequest(request, { kinds: builtInKinds });
  return request;
}

type SideOptions = Pick<CliContext, 'signal'> & { allow: readonly string[] };

/** Renders a page for a comparison. */
export async function renderSide(
  renderer: Renderer,
  target: Target,
  request: RequestInput,
  options: SideOptions,
): Promise<RenderResult> {
  return renderer.render(request, optionsOf(target, options));
}

/** The same, with the elements of a page that is compared as an image. */
export async function renderNamedSide(
  renderer: Renderer,
  target: Target,
  request: RequestInput,
  options: SideOptions,
): Promise<RenderedWithElements> {
  const { renderWithElements } = await import('@tintype/core');
  return renderWithElements(renderer, request, optionsOf(target, options));
}

function optionsOf(target: Target, { signal, allow }: SideOptions) {
  const local = target.from === 'file' ? createLocalSite(target.root) : undefined;
  return {
    signal,
    allow: [...allow, ...(target.from === 'url' ? target.allow : [])],
    ...(local && { site: local.site }),
  };
}
