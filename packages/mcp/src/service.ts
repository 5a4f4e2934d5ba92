export { createAnswerAgent, type AgentCall, type AnswerAgent } from './service/answer-agent.ts';
export {
  createCompareStored,
  createServiceLimiters,
  type CompareStored,
  type ServiceLimiters,
  type ServiceParts,
  type ToolCaller,
} from './service/service-parts.ts';
export type { AccountTasks } from './tools/tool.ts';
