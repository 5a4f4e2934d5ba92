// Starts `tintype mcp` like an agent, captures a page and reads it. The client is that of
// the Model Context Protocol's own SDK.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../packages/tintype/bin/tintype.js'), 'mcp'],
  }),
);
const { tools } = await client.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`);

const html = '<title>Hello</title><main><h1>Hello</h1><p>A page of our own.</p></main>';
const shot = await client.callTool({
  name: 'screenshot',
  arguments: { html, viewport_width: 400, viewport_height: 200 },
});
console.log('screenshot:', shot.structuredContent);
const text = await client.callTool({ name: 'read', arguments: { html, main_content: false } });
console.log('read:', text.content);
await client.close();
