import type { PageGroup } from './read-page.ts';

/** An index for language models (llmstxt.org): each page with its Markdown twin. */
export function llmsText(groups: readonly PageGroup[]): string {
  const [start] = groups.flatMap(({ pages }) => pages);
  const parts = groups.map(({ title, pages }) =>
    [
      `## ${title}`,
      '',
      ...pages.map((page) => `- [${page.title}](${page.name}.md): ${page.summary}`),
    ].join('\n'),
  );
  return [`# ${start?.title ?? ''}`, `> ${start?.summary ?? ''}`, ...parts, ''].join('\n\n');
}
