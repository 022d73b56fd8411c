import { healthCheck } from '../operations/health.ts';
import { modelWatch } from '../operations/model-watch.ts';
import type { ServiceParts } from './services.ts';

type HealthParts = Omit<Parameters<typeof healthCheck>[0], keyof ServiceParts | 'modelWatch'>;
type ModelParts = Omit<Parameters<typeof modelWatch>[0], keyof ServiceParts>;

interface OperationsParts extends HealthParts, ModelParts {
  shared: ServiceParts;
}

/** Wires the health report, and the watch of models that retire. */
export function operationsServices({ shared, ...parts }: OperationsParts) {
  const watch = modelWatch({ ...shared, ...parts });
  return { modelWatch: watch, health: healthCheck({ ...shared, ...parts, modelWatch: watch }) };
}
