import { figuresOf } from '@tintype/compare';
import { previewOf } from '../preview.ts';
import { schemaOf } from '../tool-schema.ts';
import {
  linkTo,
  renderFor,
  resultOf,
  wrongArgument,
  type FoundFile,
  type Tool,
  type ToolParts,
} from './tool.ts';

const side = (what: string) => ({
  type: 'string',
  description: `${what}: the URL of a page, or the name (screenshot-1.jpeg) or address of an earlier screenshot.`,
});

const inputSchema = schemaOf(
  {
    before: side('What it was'),
    after: side('What it is'),
    parameters: {
      type: 'object',
      description:
        'Parameters of both screenshots, for example {"full_page": true, "viewport_width": 800}.',
    },
  },
  ['before', 'after'],
);

/** `compare`: returns what differs between two pages, or a page and an earlier screenshot of it. */
export const compareTool: Tool = {
  name: 'compare',
  title: 'Compare two web pages',
  description:
    'Takes screenshots of two pages, or uses ones taken before, and says which share of the pixels differs, and which regions were added, removed, moved or changed, with the selector and text of their elements. The preview shows them.',
  inputSchema,
  async call(parts, { before, after, parameters }, { mcpReq: { signal } }) {
    const image = (name: string, value: unknown) => imageOf(parts, name, value, parameters, signal);
    const [first, second] = [await image('before', before), await image('after', after)];
    const comparison = await parts.compare(first, second, signal);
    const { overlay } = comparison;
    const kept = await parts.keep('comparison', {
      body: overlay,
      extension: 'png',
      mediaType: 'image/png',
    });
    const { preview, note } = await previewOf(overlay);
    const about = {
      ...figuresOf(comparison),
      before: first.kept.file,
      after: second.kept.file,
      file: kept.file,
    };
    return resultOf(about, [preview, linkTo(kept, 'The differences')], note);
  },
};

async function imageOf(
  parts: ToolParts,
  name: string,
  value: unknown,
  more: unknown,
  signal: AbortSignal,
): Promise<FoundFile> {
  const known = typeof value === 'string' ? await parts.find(value) : undefined;
  if (known?.kept.mediaType.startsWith('image/')) return known;
  if (typeof value !== 'string' || !URL.canParse(value)) {
    throw wrongArgument(name, 'a URL, or the name or address of a screenshot', value);
  }
  // A lossy format would change pixels.
  const given = { format: 'png', url: value };
  const options = { signal, withElements: true };
  const made = await renderFor(parts, 'screenshot', { ...given, more }, options);
  const { body, elements, receipt } = made;
  const { ignored = [] } = receipt;
  const kept = await parts.keep('screenshot', made);
  return { kept, read: async () => body, ignored, ...(elements && { elements }) };
}
