export { createMcpServer, type McpOptions } from './create-mcp-server.ts';
export {
  createResults,
  type KeptResult,
  type Results,
  type ResultsOptions,
} from './results/create-results.ts';
