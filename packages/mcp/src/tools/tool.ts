import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { RenderError, type ErrorCode, type RequestInput } from '@tintype/contract';
import { refusal } from '@tintype/contract/read';
import { wrongValue } from '@tintype/contract/light';
import type { RenderOptions, RenderResult } from '@tintype/core';
import type { KeptResult } from '../results/kept-result.ts';
import type { Comparison } from './compare-images.ts';
import type { Texts } from '../results/texts.ts';

/** A file that a tool has made. */
export interface MadeFile extends Pick<RenderResult, 'body' | 'extension' | 'mediaType'> {
  /** The stored result, if there is one already. */
  kept?: KeptResult;
}

/** A file that a tool has made before. */
export interface FoundFile {
  kept: KeptResult;
  read(): Promise<Uint8Array>;
}

/**
 * The implementation behind tools: an engine on this machine, or a service for one of its accounts.
 */
export interface ToolParts {
  render(
    request: RequestInput,
    options: Pick<RenderOptions, 'signal' | 'onProgress'>,
  ): Promise<RenderResult & MadeFile>;
  /**
   * Keeps a file, unless it is kept: its name begins with `stem` where files have names to read.
   */
  keep(stem: string, file: MadeFile): Promise<KeptResult>;
  /** Finds a file that a tool made before, by the name or URL that it reported. */
  find(told: string): Promise<FoundFile | undefined>;
  /** Reads two images, and compares them, when it is their turn. */
  compare(before: FoundFile, after: FoundFile, signal: AbortSignal): Promise<Comparison>;
  texts: Texts;
  /** Returns what an agent can do about an error. */
  hintFor(code: ErrorCode): string;
  /** The id of the request that ended with an error. */
  requestOf?(error: RenderError): string | undefined;
}

type Given = Record<string, unknown>;

/**
 * Renders what a tool was asked for. `more` holds further parameters; what a tool names itself
 * stands over it.
 */
export function renderFor(
  { render }: ToolParts,
  kind: string,
  { more, ...given }: Given,
  { signal, onProgress }: Pick<RenderOptions, 'signal' | 'onProgress'>,
): Promise<RenderResult & MadeFile> {
  if (more !== undefined && (typeof more !== 'object' || more === null || Array.isArray(more))) {
    throw wrongArgument('more', 'an object of parameters', more);
  }
  const request = { ...more, ...given, kind } as RequestInput;
  return render(request, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
}

/** The error for an argument of a tool itself. */
export function wrongArgument(parameter: string, expected: string, value: unknown): RenderError {
  const message = wrongValue(parameter, expected, value);
  return refusal([{ code: 'invalid_parameter', parameter, message }]);
}

/** Structured data about a result. */
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

/** A link to a file, instead of the file. */
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

/**
 * Runs a tool: errors are reported to the agent, with what to do next, and never end the server.
 */
export async function answerOf(
  { hintFor, requestOf }: ToolParts,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (unknown) {
    const error = RenderError.from(unknown);
    const id = requestOf?.(error);
    const text = [
      `${error.code}: ${error.message}`,
      hintFor(error.code),
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
  let told = -1;
  return ({ frames, total }) => {
    // Progress in the protocol never decreases: a restarted recording is reported once it is
    // further than before.
    if (frames <= told) return;
    // Not each frame: twenty steps are enough to see that it goes on.
    if (frames !== 0 && frames !== total && frames < told + total / 20) return;
    told = frames;
    const params = { progressToken, progress: frames, total, message: 'frames recorded' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
