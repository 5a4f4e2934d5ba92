import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { RenderError, type ErrorCode, type RequestInput } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import { wrongValue } from '@tintype/contract/light';
import type { ElementsInImage, RenderOptions, RenderResult } from '@tintype/core';
import type { ComparedFile, ImageComparison } from '@tintype/compare';
import type { AccountTasks } from '@tintype/jobs';
import type { KeptResult } from '../results/create-results.ts';
import type { Texts } from '../results/texts.ts';
import type { ToolInput } from '../tool-schema.ts';

/** Arguments of a call, unchecked. */
export type ToolArguments = Record<string, unknown>;

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolInput;
  /** True if it changes what the account stores. */
  isChanging?: boolean;
  /** Default: every server offers it. */
  isOffered?(parts: ToolParts): boolean;
  /** Errors are reported to the agent. */
  call(parts: ToolParts, given: ToolArguments, context: ServerContext): Promise<CallToolResult>;
}

export interface MadeFile extends Pick<RenderResult, 'body' | 'extension' | 'mediaType'> {
  /** The stored result, if it is stored already. */
  kept?: KeptResult;
  elements?: ElementsInImage;
}

/** A file that an earlier call has made. */
export interface FoundFile {
  kept: KeptResult;
  read(): Promise<Uint8Array>;
  /** Areas that do not count in a comparison. */
  ignored?: NonNullable<ComparedFile['ignored']>;
  /** Of the page that an image shows. */
  elements?: ElementsInImage;
}

/** Options of a render by a tool. */
export interface ToolRenderOptions extends Pick<RenderOptions, 'signal' | 'onProgress'> {
  /** Also reads the elements that a screenshot shows. Default false. */
  withElements?: boolean;
}

/** The implementation behind tools: a local engine, or a service for one account. */
export interface ToolParts {
  render(request: RequestInput, options: ToolRenderOptions): Promise<RenderResult & MadeFile>;
  /** Stores a file once. Its name begins with `stem`; a service names files by a secret. */
  keep(stem: string, file: MadeFile): Promise<KeptResult>;
  /** Finds a file of an earlier call by its reported name or URL. */
  find(reference: string): Promise<FoundFile | undefined>;
  /** Reads two images and compares them, once the limiter admits it. */
  compare(before: FoundFile, after: FoundFile, signal: AbortSignal): Promise<ImageComparison>;
  texts: Texts;
  /** The scheduled tasks of the account; absent without a service. */
  tasks?: AccountTasks;
  /** Returns what an agent can do about an error. */
  hintFor(code: ErrorCode): string;
  /** Returns the id of the request that failed with an error. */
  requestOf?(error: RenderError): string | undefined;
}

/** Renders the request of a tool. `more` has further parameters; the tool's own take precedence. */
export function renderFor(
  { render }: ToolParts,
  kind: string,
  { more, ...given }: ToolArguments,
  options: ToolRenderOptions,
): Promise<RenderResult & MadeFile> {
  if (more !== undefined && (typeof more !== 'object' || more === null || Array.isArray(more))) {
    throw wrongArgument('more', 'an object of parameters', more);
  }
  const request = { ...more, ...given, kind } as RequestInput;
  return render(request, options);
}

/** Returns the error for an argument that is no parameter of a render. */
export function wrongArgument(parameter: string, expected: string, value: unknown): RenderError {
  return parameterError(parameter, wrongValue(parameter, expected, value));
}

export function aboutResult(result: RenderResult): Record<string, unknown> {
  const { url, metadata, receipt, warnings, timings } = result;
  const { title, status } = metadata;
  const last = timings.at(-1);
  return {
    url,
    ...(title && { title }),
    ...(status && { status }),
    receipt,
    ...(last && { duration_ms: Math.round(last.startMs + last.durationMs) }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * Returns the result of a call: `content`, `about` as text with a note, and as structured content.
 */
export function resultOf(
  about: Record<string, unknown>,
  content: CallToolResult['content'] = [],
  note = '',
): CallToolResult {
  const text = [JSON.stringify(about), note].filter(Boolean).join('\n');
  return { content: [...content, { type: 'text', text }], structuredContent: about };
}

/** Returns a link to a file, to send instead of the file. */
export function linkTo({ name, uri, mediaType, bytes }: KeptResult, description: string) {
  return {
    type: 'resource_link' as const,
    name,
    uri,
    mimeType: mediaType,
    size: bytes,
    description,
  };
}

/** Calls a tool. Errors are reported to the agent, with advice, and never end the server. */
export async function callTool(
  { call }: Tool,
  parts: ToolParts,
  given: ToolArguments,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    return await call(parts, given, context);
  } catch (unknown) {
    const error = RenderError.from(unknown);
    const id = parts.requestOf?.(error);
    const text = [
      `${error.code}: ${error.message}`,
      parts.hintFor(error.code),
      id === undefined ? '' : `Request id: ${id}.`,
    ]
      .filter(Boolean)
      .join(' ');
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** Reports the progress of a screencast, if the client requested it. */
export function progressTo({ mcpReq }: ServerContext): RenderOptions['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let reported = -1;
  return ({ frames, total }) => {
    // Progress in the protocol never decreases: a restarted recording is reported once it is
    // further than before.
    if (frames <= reported) return;
    // Twenty steps are enough to show that it continues.
    if (frames !== 0 && frames !== total && frames < reported + total / 20) return;
    reported = frames;
    const params = { progressToken, progress: frames, total, message: 'frames recorded' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
