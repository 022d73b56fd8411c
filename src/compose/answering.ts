import { azureCredential } from '../adapters/credential/azure.ts';
import { documentSections } from '../adapters/knowledge/document-sections.ts';
import { folderDocuments } from '../adapters/knowledge/folder.ts';
import { openAnswerer, openEmbedder, openJudge, openModel } from '../adapters/model/configured.ts';
import type { Config } from '../config.ts';
import { pricing } from '../domain/cost.ts';
import type { AssistantEdit } from '../domain/records/assistant.ts';
import type { Answerer, AnswerJudge } from '../ports.ts';
import { judgments } from '../services/admin/judgments.ts';
import { assistantChanges } from '../services/assistants/assistant-changes.ts';
import { meaningServices } from '../services/assistants/meaning-services.ts';
import { dailyBudgetCheck, withDailyBudget } from '../services/chat/daily-budget.ts';
import { tokensBeside } from '../services/chat/tokens-beside.ts';
import { modelWatch } from '../services/platform/model-watch.ts';
import type { ServiceParts } from '../services/platform/services.ts';

/** The assistant that the settings describe. */
function builtInAssistant({ assistant }: Pick<Config, 'assistant'>): AssistantEdit {
  const { name, instructions, checkedPercent } = assistant;
  return {
    name,
    instructions,
    greeting: '',
    knowledge: { kind: 'folder', folder: '' },
    handoff: 'when-unsure',
    ...(checkedPercent > 0 && { checkedPercent }),
  };
}

/** The model, the search by meaning, and the answerer with the daily budget. */
export async function openAnswering(
  config: Config,
  shared: ServiceParts,
  replace: { answerer?: Answerer; judge?: AnswerJudge },
) {
  const { clock } = shared;
  const { dailyTokenBudget: budget, knowledgeDir } = config.assistant;
  const { token } = azureCredential({ cloud: config.cloud, clientId: config.clientId, clock });
  const model = replace.answerer ? undefined : await openModel(config, { ...shared, token });
  const changes = assistantChanges(shared);
  const beside = tokensBeside(shared);
  const spending = {
    beside,
    isBudgetSpent: dailyBudgetCheck({ ...shared, beside, budget }),
    pricing: pricing(config.prices, config.embeddingPrice),
  };
  const meanings = meaningServices({
    ...shared,
    ...spending,
    changes,
    documentSections,
    embedder: replace.answerer ? undefined : await openEmbedder(config, { ...shared, token }),
    setting: config.embedding.kind === 'openai' ? 'EMBEDDING_MODEL' : 'EMBEDDING_DEPLOYMENT',
    price: config.embeddingPrice,
    folder: () => folderDocuments(knowledgeDir, ''),
  });
  const unlimited = replace.answerer ?? (await openAnswerer(config, model, meanings.open, shared));
  return {
    watch: modelWatch({ ...shared, model, wrongPrices: config.wrongPrices }),
    meanings,
    /** What services take that ask the model, or show what it cost and answered. */
    asking: {
      ...spending,
      builtIn: builtInAssistant(config),
      changes,
      judgments: judgments(shared),
      documentSections,
      /** Without the daily budget. */
      unlimited,
      answerer: withDailyBudget(unlimited, { ...shared, beside, budget }),
      judge: replace.judge ?? (await openJudge(model, clock)),
    },
  };
}
