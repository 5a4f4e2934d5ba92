// Renders HTML of a program as an image: a card for a social network, sharp on every screen.
import { mkdir, writeFile } from 'node:fs/promises';
import { render } from 'tintype';

function card(title: string, author: string): string {
  return `<!doctype html>
    <style>
      body { margin: 0; height: 100vh; display: grid; align-content: center; gap: 24px; padding: 80px;
             box-sizing: border-box; font-family: 'Noto Serif', Georgia, serif; color: #fffaf0;
             background: linear-gradient(135deg, #2b211a, #b3582a); }
      h1 { margin: 0; font-size: 76px; line-height: 1.1; text-wrap: balance; }
      p { margin: 0; font-size: 32px; opacity: 0.8; }
    </style>
    <h1>${title}</h1><p>${author}</p>`;
}

// For a single image, render() starts an engine and stops it.
const { body, metadata } = await render({
  kind: 'screenshot',
  html: card('How a page becomes an image', 'The Tintype journal'),
  format: 'png',
  viewport_width: 1200,
  viewport_height: 630,
  device_scale_factor: 2,
});

await mkdir('out', { recursive: true });
await writeFile('out/html-to-image.png', body);
console.log('out/html-to-image.png', metadata.imageSize);
