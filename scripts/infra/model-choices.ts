/** The used fields of an entry in `az cognitiveservices model list`. */
export interface OfferedModel {
  kind: string;
  model: {
    name: string;
    version: string;
    skus?: readonly { name: string; usageName: string }[] | null;
  };
}

/** An entry in `az cognitiveservices usage list`. */
export interface Quota {
  name: { value: string };
  /** In thousands of tokens per minute. */
  limit: number;
  currentValue: number;
}

/** A model that can be deployed, with the subscription's quota in the region. */
interface ModelChoice {
  name: string;
  version: string;
  deploymentType: string;
  limit: number;
  left: number;
}

/** The requested model, as in the parameters. */
interface RequestedModel extends Pick<ModelChoice, 'name' | 'version' | 'deploymentType'> {
  capacity: number;
}

/** The values of `modelDeploymentType`, cheapest and most available first. */
const DEPLOYMENT_TYPES = ['GlobalStandard', 'DataZoneStandard', 'Standard'];

/** The named models that a region offers, in the order of `names`. */
export function choicesIn(
  offered: readonly OfferedModel[],
  quotas: readonly Quota[],
  names: readonly string[],
): ModelChoice[] {
  const quotaOf = new Map(
    quotas.map(({ name, limit, currentValue }) => [name.value, { limit, currentValue }]),
  );
  const ofOpenAi = offered.filter(({ kind, model }) => kind === 'OpenAI' && names.includes(model.name));
  return ofOpenAi
    .toSorted((one, other) => names.indexOf(one.model.name) - names.indexOf(other.model.name))
    .flatMap(({ model: { name, version, skus } }) =>
      DEPLOYMENT_TYPES.flatMap((deploymentType) => {
        const sku = skus?.find((one) => one.name === deploymentType);
        if (!sku) return [];
        const { limit = 0, currentValue = 0 } = quotaOf.get(sku.usageName) ?? {};
        return [{ name, version, deploymentType, limit, left: limit - currentValue }];
      }),
    );
}

/** A sentence about the problem with a model's deployment; undefined if there is no known problem. */
export function refusalOf(wanted: RequestedModel, choices: readonly ModelChoice[]): string | undefined {
  const { name, version, deploymentType, capacity } = wanted;
  const found = choices.find(
    (one) => one.name === name && one.version === version && one.deploymentType === deploymentType,
  );
  if (!found) return `The region does not offer ${name} ${version} as ${deploymentType}.`;
  // Usage includes the deployment's existing capacity, so only the limit can rule out a capacity.
  return found.limit < capacity
    ? `The quota of ${name} as ${deploymentType} is ${found.limit} thousand tokens a minute here, less than the ${capacity} that are asked for.`
    : undefined;
}
