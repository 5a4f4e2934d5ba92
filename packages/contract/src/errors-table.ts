import { errorTable, type ErrorInfo } from './error-table.ts';
import { markdownTable } from './markdown-table.ts';

/** A page of docs with every error code. */
export function errorsPage(): string {
  const rows = Object.entries<ErrorInfo>(errorTable).map(
    ([code, { status, retryable, message, hint }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : 'no',
      message,
      hint,
    ],
  );
  const table = markdownTable(['code', 'status', 'retry', 'meaning', 'what to do'], rows);
  return `${intro}\n\n${table}\n`;
}

const intro = `<!-- Written by packages/contract/scripts/write-docs.ts. Change packages/contract/src/error-table.ts instead. -->

# Errors

Every failure is a \`RenderError\` with one of these codes. \`message\` is a sentence for people and names what was wrong; the code
is for programs and does not change. "retry" says whether the same request can succeed later without being changed.

Over HTTP the body is \`{ "statusCode", "error", "message", "code" }\`, and for parameters also
\`"details": [{ "parameter", "message" }]\`. The meaning below is the message of an error that brings none of its own.`;
