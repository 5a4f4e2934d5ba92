export { createAnswerAgent, type AnswerAgent } from './service/answer-agent.ts';
export {
  createCompareStored,
  createServiceLimiters,
  type CompareStored,
  type ServiceParts,
} from './service/service-parts.ts';
