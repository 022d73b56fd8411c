import { daysUntil } from '../../../spending/rules/models.ts';
import type { AssistantHealth } from '../../../operations/records/health.ts';
import { formatDate, IN_SENTENCE, plural } from '../../ui/format.ts';

type FailureReason = NonNullable<AssistantHealth['problem']>;

/** How long before a model retires the dashboard warns, in days. */
const WARNING_DAYS = 90;

/** Explanations and remedies for failures of the model. */
const PROBLEMS: Record<FailureReason, string> = {
  timeout: 'The model did not answer in time. Answers are quoted from the documents.',
  'rate-limited':
    'The model’s quota is used up. Answers are quoted from the documents. Raise the capacity of the deployment.',
  refused: 'The model rejected the last request. Check the model and its settings.',
  'access-denied': 'The model rejected the service’s identity or key. Check the role assignment or the key.',
  'model-not-found':
    'The model or deployment was not found. Check AZURE_OPENAI_DEPLOYMENT or OPENAI_MODEL, and the model of each assistant.',
  'wrong-protocol': 'The model’s address does not answer like a model API. Check the address and MODEL_API.',
  'server-error': 'The model’s server reported an error. Answers are quoted from the documents.',
  unreachable: 'The model’s server cannot be reached. Answers are quoted from the documents.',
  'broken-stream': 'The last answer was interrupted. Answers are quoted from the documents.',
  empty: 'The last answer was empty. Answers are quoted from the documents.',
  'circuit-open': 'The model failed several times in a row. Calls are paused for 30 seconds.',
};

/** The effect on visitors of a feature that the model does not support. */
const REDUCED: Readonly<Record<string, string>> = {
  tools: 'The model does not support tools. Handoff relies on the visitor’s words and the button.',
  reasoning: 'The model does not support the reasoning effort setting and uses its own default.',
  max_output_tokens: 'The model does not support an output limit. Answers may be long.',
  prompt_cache_key: 'The model does not support a cache key. Fewer tokens come from the cache.',
  stream_options: 'The model does not report token usage. Tokens and cost are estimated.',
};

/** The model's name and version. */
export function modelName({ model, modelVersion }: AssistantHealth): string {
  if (model === 'knowledge') return 'None. Answers are quoted from the knowledge documents.';
  return modelVersion === undefined ? model : `${model}, version ${modelVersion}`;
}

type Retirement = Pick<AssistantHealth, 'retiresAt'>;

/** When the model retires; undefined if unknown. */
export function retirementText({ retiresAt }: Retirement, nowMs: number): string | undefined {
  if (retiresAt === undefined) return undefined;
  const days = daysUntil(retiresAt, nowMs);
  if (days < 0) return `Retired on ${formatDate(retiresAt, IN_SENTENCE)}`;
  return `Retires on ${formatDate(retiresAt, IN_SENTENCE)}, in ${plural(days, 'day')}`;
}

/** Why the list of models could not be read. */
function checkText({ checkProblem }: AssistantHealth): string | undefined {
  return checkProblem && `The list of models could not be read (${checkProblem}).`;
}

/** Whether the model retires so soon that another one should be tested. */
export const retiresSoon = ({ retiresAt }: Retirement, nowMs: number): boolean =>
  retiresAt !== undefined && daysUntil(retiresAt, nowMs) < WARNING_DAYS;

/** Documents are searched by words only after the embedding model has retired. */
function embeddingNotice(embedding: NonNullable<AssistantHealth['embedding']>, nowMs: number): string {
  const { model } = embedding;
  return `${model}, for the search by meaning: ${retirementText(embedding, nowMs)}. Choose another one before then.`;
}

/** The warnings about the model, most severe first. */
export function modelNotices(health: AssistantHealth, nowMs: number): string[] {
  const { problem, reduced, embedding, wrongPrices = [] } = health;
  const retirement = retirementText(health, nowMs);
  const isNear = retiresSoon(health, nowMs);
  return [
    ...(problem ? [PROBLEMS[problem]] : []),
    ...(isNear ? [`${modelName(health)}: ${retirement}. Change the model before then.`] : []),
    ...(embedding && retiresSoon(embedding, nowMs) ? [embeddingNotice(embedding, nowMs)] : []),
    ...reduced.map((parameter) => REDUCED[parameter] ?? `The model does not support ${parameter}.`),
    ...wrongPrices.map(
      (setting) =>
        `${setting} is not a valid price. To show costs, enter US dollars per million tokens, for example 0.25.`,
    ),
    ...[checkText(health) ?? []].flat(),
  ];
}
