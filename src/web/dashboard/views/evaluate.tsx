import { ArrowLeft } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { AssistantReply, CandidateState, Assistant, VersionsReply } from '../../../wire/assistants.ts';
import type { SetsReply } from '../../../wire/evaluations.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { apiPath } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { CandidateDocuments } from '../documents/candidate-documents.tsx';
import { useLive, invalidate } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { CandidateCard } from '../registry/candidate-card.tsx';
import { EvaluationRuns } from '../registry/evaluation-runs.tsx';
import { QuestionSetCard } from '../registry/question-set-card.tsx';
import { Head } from './head.tsx';
import { Section } from '../parts/section.tsx';

/** Asks an assistant, or its changes that are not live, the questions of a set. */
export function EvaluateView({ id }: { id: string }) {
  const path = apiPath(`assistants/${encodeURIComponent(id)}`);
  const live = useLive<AssistantReply>(path);
  const sets = useLive<SetsReply>(apiPath('question-sets'));
  const candidate = useLive<CandidateState>(`${path}/candidate`);
  const [chosen, setChosen] = useState<string>();
  const all = sets.data?.sets ?? [];
  const current = all.find((set) => set.id === chosen) ?? all[0];
  const changes = candidate.data?.candidate;
  const assistant = live.data?.assistant;
  return (
    <div class="view">
      <p class="back">
        <a href={href(['settings', 'assistants', id])}>
          <Icon svg={ArrowLeft} size={16} /> Assistant
        </a>
      </p>
      <Head title="Evaluate" lead={assistant && <UntrustedText text={assistant.name} />} />
      <Loaded live={[live, sets, candidate]}>
        <div class="edited evaluate">
          <QuestionSetCard
            sets={all}
            current={current}
            onChoose={setChosen}
            refresh={async () => await sets.refresh()}
          />
          {changes && assistant && <CandidateCard {...{ path, assistant, candidate: changes }} />}
          {assistant && <CandidateDocuments {...{ path, assistant, candidate: changes }} />}
          {current && current.questions > 0 && (
            <EvaluationRuns
              key={current.id}
              setId={current.id}
              assistantId={id}
              hasChanges={changes !== undefined}
            />
          )}
          {assistant && !assistant.builtIn && <VersionsCard {...{ path, assistant }} />}
        </div>
      </Loaded>
    </div>
  );
}

/** The earlier versions of an assistant, each of which can be live again. */
function VersionsCard({ path, assistant }: { path: string; assistant: Assistant }) {
  const live = useLive<VersionsReply>(`${path}/versions`);
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.versions.length === 0) return null;
  const restore = async (id: string) => {
    await adminApi.send('POST', `${path}/versions/${id}/restore`, undefined, { etag: assistant.etag });
    invalidate(apiPath('assistants'));
  };
  return (
    <Section id="versions" title="Earlier versions">
      <ul class="documents">
        {data.versions.map(({ id, edit, documents, replacedAt }) => (
          <li key={id}>
            <UntrustedText text={edit.model === undefined ? edit.name : `${edit.name}, ${edit.model}`} />
            <span class="quiet">
              {plural(documents.length, 'document')}, replaced <Time at={replacedAt} as="ago" />
            </span>
            <ConfirmedButton
              label="Restore"
              class="link"
              title="Restore this version?"
              action="Restore version"
              run={() => restore(id)}
            >
              <p>The change applies immediately. The current version stays in this list.</p>
            </ConfirmedButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
