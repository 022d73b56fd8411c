import type { Pricing } from '../../domain/cost.ts';
import type { Answerer } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { TokensBeside } from '../chat/tokens-beside.ts';
import type { ServiceParts } from '../platform/services.ts';
import { assistantCandidates } from './assistant-candidates.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantProfiles } from './assistant-profiles.ts';
import type { AssistantRecords } from './assistant-records.ts';
import type { VersionedAssistants } from './assistant-versions.ts';
import { evaluationRecords } from './evaluation-records.ts';
import { evaluationRunner } from './evaluation-runner.ts';
import { evaluationSubjects } from './evaluation-subjects.ts';
import { evaluations } from './evaluations.ts';
import { questionSets } from './question-sets.ts';

interface EvaluationParts extends ServiceParts {
  assistants: VersionedAssistants;
  live: AssistantRecords;
  documents: AssistantDocuments;
  profiles: AssistantProfiles;
  changes: AssistantChanges;
  beside: TokensBeside;
  pricing: Pricing;
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  isBudgetSpent: IsBudgetSpent;
}

/** Wires question sets, and the assistants and candidates that are asked them. */
export function evaluationServices({ unlimited, ...parts }: EvaluationParts) {
  const candidates = assistantCandidates(parts);
  const subjects = evaluationSubjects({ ...parts, candidates });
  const sets = questionSets(parts);
  const records = evaluationRecords(parts);
  const runner = evaluationRunner({
    ...parts,
    answerer: unlimited,
    records,
    sets,
    subjects,
    newOwner: parts.random.uuid,
  });
  return {
    candidates,
    questionSets: sets,
    evaluations: evaluations({ ...parts, records, runner, sets, subjects }),
  };
}
