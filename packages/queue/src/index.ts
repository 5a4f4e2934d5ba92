export {
  createGate,
  type Gate,
  type GateDepth,
  type GateOptions,
  type GateRun,
  type Turn,
} from './gate/create-gate.ts';
