import { statSync } from 'node:fs';
import type { ComparedFile } from '@tintype/compare';
import {
  builtInKinds,
  fromStrings,
  parseRequest,
  takesParameter,
  type RequestInput,
} from '@tintype/contract';
import type { Renderer, RenderResult } from '@tintype/core';
import mime from 'mime';
import { UsageError, type CliContext } from '../cli-context.ts';
import { parameterPairs, type ParsedFlags } from '../flags/parse-flags.ts';
import { createLocalSite } from '../render/local-site.ts';
import { readNamedFile } from '../render/read-named-file.ts';
import { readParameterFiles } from '../render/read-input.ts';
import { pageOf } from '../render/render-plan.ts';
import { readTarget, type Target } from '../render/target.ts';
import { renderWithElements, type RenderedSide } from './render-with-elements.ts';

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
 * Returns as what two sides are compared; pages are rendered as texts if it is asked for, or the
 * other side is a text.
 * @throws UsageError if they cannot be compared
 */
export function comparedAs(sides: readonly Side[], isTextAsked: boolean): 'image' | 'pdf' | 'text' {
  const types = sides.flatMap((side) => ('file' in side ? [side.file.mediaType] : []));
  const pdfs = types.filter((type) => type === 'application/pdf').length;
  if (pdfs > 0) {
    if (pdfs === sides.length && !isTextAsked) return 'pdf';
    throw new UsageError('A PDF can be compared with a PDF file, without --text.');
  }
  const images = types.filter((type) => type.startsWith('image/')).length;
  if (!isTextAsked && images === types.length) return 'image';
  if (images === 0) return 'text';
  throw new UsageError('An image can be compared with an image or a page, without --text.');
}

/** Validates the request of a page. @throws RenderError, UsageError */
export async function requestOf(
  target: Target,
  parsed: ParsedFlags,
  isText: boolean,
): Promise<RequestInput> {
  const kind = isText ? 'scrape' : 'screenshot';
  const taken = parameterPairs(parsed).filter(([name]) =>
    takesParameter(builtInKinds.get(kind), name),
  );
  const parameters = fromStrings(kind, taken);
  await readParameterFiles(parameters);
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
): Promise<RenderedSide> {
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
