export { createMcpServer, type McpOptions } from './create-mcp-server.ts';
export { createResults, type Results, type ResultsOptions } from './results/create-results.ts';
export type { KeptResult } from './results/kept-result.ts';
