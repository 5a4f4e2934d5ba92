export { createAnswerAgent, type AgentCall, type AnswerAgent } from './service/answer-agent.ts';
export type { ServiceParts, ToolCaller } from './service/service-parts.ts';
export type { AccountTasks } from './service/tasks-tool.ts';
