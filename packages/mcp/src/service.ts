export { createAnswerAgent } from './service/answer-agent.ts';
export {
  createCompareStored,
  createServiceLimiters,
  type ServiceParts,
} from './service/service-parts.ts';
