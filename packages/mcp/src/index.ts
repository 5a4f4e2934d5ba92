export { createMcpServer } from './create-mcp-server.ts';
export { createResults, type KeptResult, type Results } from './results/create-results.ts';
