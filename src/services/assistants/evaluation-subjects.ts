import { AppError } from '../../domain/errors.ts';
import { editOf, type AssistantEdit } from '../../domain/records/assistant.ts';
import type { EvaluationRun } from '../../domain/records/evaluation.ts';
import type { AssistantCandidates } from './assistant-candidates.ts';
import type { AssistantProfiles, ResolvedAssistant } from './assistant-profiles.ts';
import type { Assistants } from './assistants.ts';

/** What an evaluation asks. */
export interface EvaluationSubject {
  edit: AssistantEdit;
  profile: ResolvedAssistant;
  /** Changes with the assistant and with its documents: answers of two versions are never mixed. */
  fingerprint: string;
}

/** Finds what a run tests; `assistant-not-found` or `candidate-not-found` where it is gone. */
export type EvaluationSubjects = (
  run: Pick<EvaluationRun, 'assistantId' | 'subject'>,
) => Promise<EvaluationSubject>;

interface Dependencies {
  assistants: Pick<Assistants, 'find'>;
  candidates: Pick<AssistantCandidates, 'find' | 'source'>;
  profiles: Pick<AssistantProfiles, 'resolve'>;
}

export function evaluationSubjects({ assistants, candidates, profiles }: Dependencies): EvaluationSubjects {
  return async ({ assistantId, subject }) => {
    const assistant = await assistants.find(assistantId);
    if (!assistant) throw new AppError('assistant-not-found');
    if (subject === 'live') {
      const live = editOf(assistant);
      const profile = await profiles.resolve(live, assistantId);
      return { edit: live, profile, fingerprint: fingerprintOf(assistant.updatedAt, profile) };
    }
    const { edit, updatedAt } = await candidates.find(assistantId);
    const profile =
      edit.knowledge.kind === 'documents'
        ? { ...edit, knowledge: await candidates.source(assistantId) }
        : await profiles.resolve(edit, assistantId);
    return { edit, profile, fingerprint: fingerprintOf(updatedAt, profile) };
  };
}

function fingerprintOf(updatedAt: string | undefined, { knowledge }: ResolvedAssistant): string {
  const known =
    knowledge.kind === 'documents'
      ? knowledge.key
      : `folder ${knowledge.folder}${knowledge.added ? ` ${knowledge.added.key}` : ''}`;
  return `${updatedAt ?? 'built-in'} ${known}`;
}
