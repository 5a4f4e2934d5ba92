import type { McpServer } from '@modelcontextprotocol/server';
import { kindSchema } from '../tool-schema.ts';
import { aboutResult, answerOf, linkTo, progressTo, renderFor, type ToolParts } from './tool.ts';

interface FileTool {
  name: string;
  kind: string;
  title: string;
  description: string;
  parameters: readonly string[];
}

const tools: readonly FileTool[] = [
  {
    name: 'pdf',
    kind: 'pdf',
    title: 'PDF of a web page',
    description: 'Prints a page (url) or HTML (html) to PDF. The answer links to the file.',
    parameters: [
      'url',
      'html',
      'pdf_paper_format',
      'pdf_landscape',
      'pdf_single_page',
      'pdf_print_background',
      'pdf_page_ranges',
    ],
  },
  {
    name: 'record',
    kind: 'screencast',
    title: 'Video of a web page',
    description:
      'Records a page (url) or HTML (html) as a video: as it is, or scrolled from top to bottom (scenario: scroll). Every frame shows its moment exactly. The answer links to the file.',
    parameters: [
      'url',
      'html',
      'duration',
      'scenario',
      'format',
      'fps',
      'viewport_width',
      'viewport_height',
      'viewport_device',
    ],
  },
];

/** `pdf` and `record`: what a model does not look at is a file. */
export function addFileTools(server: McpServer, parts: ToolParts): void {
  for (const { name, kind, title, description, parameters } of tools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: kindSchema(kind, parameters),
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      (given, context) =>
        answerOf(parts, async () => {
          const { signal } = context.mcpReq;
          const onProgress = progressTo(context);
          const result = await renderFor(parts, kind, given, {
            signal,
            ...(onProgress && { onProgress }),
          });
          const kept = await parts.keep(name, result);
          const about = { ...aboutResult(result), file: kept.file, bytes: kept.bytes };
          return {
            content: [linkTo(kept, title), { type: 'text', text: JSON.stringify(about) }],
            structuredContent: about,
          };
        }),
    );
  }
}
