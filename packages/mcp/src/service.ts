export { createAnswerAgent, type AgentCall, type AnswerAgent } from './service/answer-agent.ts';
export { createCompareStored, type CompareStored } from './service/compare-stored.ts';
export {
  createServiceTurns,
  type ServiceParts,
  type ServiceTurns,
  type ToolCaller,
} from './service/service-parts.ts';
export type { AccountTasks } from './service/tasks-tool.ts';
