import type { ComponentChild } from 'preact';
import { blocksOf, type MarkdownBlock } from './markdown-blocks.ts';
import { piecesOf } from './markdown-pieces.ts';

/** Renders Markdown as elements, without parsing HTML: nothing in it is executed. */
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

function inline(text: string): ComponentChild[] {
  return piecesOf(text).map(({ type, text: content, address }) => {
    if (type === 'code') return <code>{content}</code>;
    if (type === 'strong') return <strong>{content}</strong>;
    if (type === 'emphasis') return <em>{content}</em>;
    if (type === 'image') return <span class="quiet">[image: {content}]</span>;
    if (type === 'text') return content;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {content}
      </a>
    );
  });
}
