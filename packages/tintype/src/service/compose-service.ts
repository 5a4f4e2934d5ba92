import { engineModule } from './modules/engine-module.ts';
import { interfacesModule } from './modules/interfaces-module.ts';
import { jobsModule } from './modules/jobs-module.ts';
import { observationModule } from './modules/observation-module.ts';
import { createScope, type ModuleSteps, type ServiceParts } from './modules/service-module.ts';
import { storageModule } from './modules/storage-module.ts';

/** Modules of a service, in the order of their start. They stop in reverse. */
const modules = [storageModule, engineModule, jobsModule, observationModule, interfacesModule];

/** Wires one service. Nothing starts. */
export function composeService(parts: ServiceParts): ModuleSteps[] {
  const scope = createScope();
  for (const { register } of modules) register(scope, parts);
  return modules.map(({ steps }) => steps(scope, parts));
}
