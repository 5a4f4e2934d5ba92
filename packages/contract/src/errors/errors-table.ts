import { errorTable, slowFailureS, type ErrorInfo } from './error-table.ts';
import { markdownTable } from '../project/markdown-table.ts';

/** A page of docs with every error code. */
export function errorsPage(): string {
  const rows = Object.entries<ErrorInfo>(errorTable).map(
    ([code, { status, retryable, charged, message, hint }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : 'no',
      counting[charged ?? 'never'],
      message,
      hint,
    ],
  );
  const table = markdownTable(['code', 'status', 'retry', 'counts', 'meaning', 'what to do'], rows);
  return `${intro}\n\n${table}\n`;
}

const counting: Readonly<Record<NonNullable<ErrorInfo['charged']> | 'never', string>> = {
  always: 'yes',
  reached: 'if reached',
  slow: 'if slow',
  never: 'no',
};

const intro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change packages/contract/src/errors/error-table.ts instead. -->

# Errors

Every failure is a \`RenderError\` with one of these codes. \`message\` is a sentence for people and names what was wrong; the code
is for programs and does not change. "retry" says whether the same request can succeed later without being changed.

Over HTTP the body is \`{ "statusCode", "error", "message", "code" }\`, and for parameters also
\`"details": [{ "parameter", "message" }]\`. The meaning below is the message of an error that brings none of its own.

"counts" says whether the render counts against the quota of a service: what reached a page counts, also where it fails by the page or by a script of the request. "if reached": where the page
had loaded by then (a clip that lies outside of it). "if slow": where the render held a slot of the service for ${slowFailureS} seconds and more; that holds for a client that goes away, too. What fails by the service
itself never counts.

The message of \`script_failed\` names the line, and what was thrown in 200 characters at most. The script of a request may read what a script of the page may: its own origin, which a scrape gives as well, and nothing of
a frame or a page of another one.`;
