import type { ComponentChild } from 'preact';
import { blocksOf, type MarkdownBlock } from './markdown-blocks.ts';

/**
 * Markdown as people read it: headings, paragraphs, lists, quotes, code, links. It makes elements and never markup, so that nothing of a text
 * can run; images are told by their description.
 */
export function MarkdownView({ text }: { text: string }) {
  return (
    <div class="plate markdown" tabIndex={0} role="region" aria-label="The text, rendered">
      {blocksOf(text).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block: { type, text, level } }: { block: MarkdownBlock }) {
  if (type === 'rule') return <hr />;
  if (type === 'code') return <pre>{text}</pre>;
  const content = inline(text);
  if (type === 'heading') return <p class={`heading h${level}`}>{content}</p>;
  if (type === 'item') return <p class={`item level${level}`}>{content}</p>;
  if (type === 'quote') return <blockquote>{content}</blockquote>;
  if (type === 'row') {
    const cells = text
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/);
    return (
      <p class="row">
        {cells.map((cell, index) => (
          <span key={index}>{inline(cell.trim())}</span>
        ))}
      </p>
    );
  }
  return <p>{content}</p>;
}

const pieces =
  /(`[^`\n]+`)|(!?)\[((?:\\.|[^\]\\])*)\]\(<?([^\s)>]*)>?(?:\s+"[^"]*")?\)|\*\*((?:\\.|[^*\\])+)\*\*|(?<![\w*])[*_]((?:\\.|[^*_\\])+)[*_](?![\w*])/g;

/** Text with its links, emphasis and code. */
function inline(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(pieces)) {
    const [whole, code, bang, label = '', address = '', strong, emphasis] = match;
    parts.push(plain(text.slice(from, match.index)));
    from = match.index + whole.length;
    if (code) parts.push(<code>{code.slice(1, -1)}</code>);
    else if (strong) parts.push(<strong>{plain(strong)}</strong>);
    else if (emphasis) parts.push(<em>{plain(emphasis)}</em>);
    else if (bang)
      parts.push(<span class="quiet">[image: {plain(label) || 'no description'}]</span>);
    else if (/^https?:\/\//i.test(address)) {
      parts.push(
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {plain(label) || address}
        </a>,
      );
    } else parts.push(plain(label));
  }
  parts.push(plain(text.slice(from)));
  return parts;
}

const plain = (text: string) => text.replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1');
