import { ArrowLeft } from 'lucide-static';
import type { AssistantReply, DraftState } from '../../../../assistants/wire/assistants.ts';
import { Icon } from '../../../ui/icon.tsx';
import { href } from '../../../ui/router.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { assistantPath } from '../../addresses.ts';
import { DraftDocuments } from './draft-documents.tsx';
import { useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { DraftCard } from './draft-card.tsx';
import { VersionsCard } from './versions-card.tsx';
import { TestsCard } from './tests/tests-card.tsx';
import { Head } from '../../parts/head.tsx';

/** The draft of an assistant, its tests, and the earlier versions. */
export function DraftView({ id }: { id: string }) {
  const path = assistantPath(id);
  const live = useLive<AssistantReply>(path);
  const state = useLive<DraftState>(`${path}/draft`);
  const draft = state.data?.draft;
  const assistant = live.data?.assistant;
  return (
    <div class="view">
      <p class="back">
        <a href={href(['settings', 'assistants', id])}>
          <Icon svg={ArrowLeft} size={16} /> Assistant
        </a>
      </p>
      <Head title="Draft and tests" lead={assistant && <UntrustedText text={assistant.name} />} />
      <Loaded live={[live, state]}>
        {assistant && state.data && (
          <div class="edited">
            {draft && <DraftCard {...{ path, assistant, draft }} />}
            <DraftDocuments {...{ path, assistant, draft }} />
            <TestsCard assistantId={id} hasDraft={draft !== undefined} />
            <VersionsCard {...{ path, assistant }} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
