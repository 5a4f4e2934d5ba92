import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { errorHint, RenderError, type RequestInput } from '@tintype/contract';
import { refusal } from '@tintype/contract/read';
import { wrongValue } from '@tintype/contract/wrong-value';
import type { Renderer, RenderOptions, RenderResult } from '@tintype/core';
import type { Results, KeptResult } from '../results/create-results.ts';
import type { Texts } from '../results/create-texts.ts';

/** What tools work with. */
export interface ToolParts {
  renderer: Pick<Renderer, 'render'>;
  results: Results;
  texts: Texts;
  /** Hosts that pages may reach although they are not public. */
  allow?: readonly string[];
}

type Given = Record<string, unknown>;

/** Renders what a tool was asked for. `more` holds further parameters; what a tool names itself stands over it. */
export function renderFor(
  { renderer, allow }: ToolParts,
  kind: string,
  { more, ...given }: Given,
  { signal, onProgress }: Pick<RenderOptions, 'signal' | 'onProgress'>,
): Promise<RenderResult> {
  if (more !== undefined && (typeof more !== 'object' || more === null || Array.isArray(more))) {
    throw wrongArgument('more', 'an object of parameters', more);
  }
  const request = { ...more, ...given, kind } as RequestInput;
  return renderer.render(request, {
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(allow && { allow }),
  });
}

/** The error for an argument of a tool itself. */
export function wrongArgument(parameter: string, expected: string, value: unknown): RenderError {
  const message = wrongValue(parameter, expected, value);
  return refusal([{ code: 'invalid_parameter', parameter, message }]);
}

/** What is said of a result in data. */
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

/** A link to a file, in place of the file. */
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

const deniedHint =
  'Pages reach public addresses only. A person can start the server with --allow HOST to let them reach this one.';

/** The work of a tool: errors are told to the agent, with what to do next, and never end the server. */
export async function answerOf(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (unknown) {
    const error = RenderError.from(unknown);
    const hint = error.code === 'target_denied' ? deniedHint : errorHint(error.code, 'library');
    const text = [`${error.code}: ${error.message}`, hint].filter(Boolean).join(' ');
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** Tells the client how far a screencast has come, where it asked for that. */
export function progressTo({ mcpReq }: ServerContext): RenderOptions['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  return ({ frames, total }) => {
    // Not each frame: twenty steps are enough to see that it goes on.
    if (frames !== 0 && frames !== total && frames < told + total / 20) return;
    told = frames;
    const params = { progressToken, progress: frames, total, message: 'frames recorded' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
