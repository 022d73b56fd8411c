import type { Assistant, DocumentReply, Draft } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { Bar } from '../../../ui/skeleton.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { showControlCharacters } from '../../../ui/visible.ts';

interface ConflictsProps {
  /** The assistant's API path. */
  path: string;
  assistant: Assistant;
  draft: Draft;
  disabled: boolean;
  onOverwrite: () => void;
  /** Takes the draft's change of a document back. */
  onUseLive: (name: string) => void;
}

/** The live changes since the draft was made, next to the draft, with the decision between both. */
export function DraftConflicts({ path, assistant, draft, disabled, onOverwrite, onUseLive }: ConflictsProps) {
  const { profile, documents } = draft.conflicts;
  const changeOf = (name: string) => draft.documents.find((one) => one.name === name)?.change;
  return (
    <div class="conflicts">
      <p class="bad">The live assistant was changed since this draft was made. Publishing replaces it.</p>
      {profile &&
        changedFields(assistant, draft.edit).map(({ label, live, drafted }) => (
          <Compared key={label} title={label} live={live} drafted={drafted} />
        ))}
      {documents.map((name) => (
        <div key={name}>
          <ComparedDocument path={path} name={name} change={changeOf(name)} />
          <Button class="link" disabled={disabled} onClick={() => onUseLive(name)}>
            Use the live version<span class="unseen"> of {name}</span>
          </Button>
        </div>
      ))}
      <div class="row">
        <Button class="button primary" disabled={disabled} onClick={onOverwrite}>
          Replace live with the draft
        </Button>
      </div>
    </div>
  );
}

interface ComparedDocumentProps {
  path: string;
  name: string;
  change: Draft['documents'][number]['change'] | undefined;
}

function ComparedDocument({ path, name, change }: ComparedDocumentProps) {
  const file = encodeURIComponent(name);
  const text = async (documents: string) => {
    const { document } = await adminApi.get<DocumentReply>(`${path}/${documents}/${file}/sections`);
    return document.markdown;
  };
  const { data, problem, retry } = useLoaded(
    async () => ({
      live: change === 'added' ? undefined : await text('documents'),
      drafted: change === 'removed' ? undefined : await text('draft/documents'),
    }),
    `${path} ${name}`,
  );
  return (
    <>
      {data && <Compared title={name} live={data.live} drafted={data.drafted} />}
      {!data && problem === undefined && <Bar width={30} />}
      <ErrorNotice sentence={problem} onRetry={retry} />
    </>
  );
}

/** Two texts side by side; undefined for a document that was removed. */
function Compared({
  title,
  live,
  drafted,
}: {
  title: string;
  live: string | undefined;
  drafted: string | undefined;
}) {
  return (
    <section class="compared">
      <h3>
        <UntrustedText text={title} />
      </h3>
      {(
        [
          ['Live', live],
          ['Draft', drafted],
        ] as const
      ).map(([name, text]) => (
        <div key={name} role="region" aria-label={`${name}: ${title}`} tabIndex={0}>
          <h4>{name}</h4>
          {text === undefined ? <p class="quiet">Removed</p> : <pre>{showControlCharacters(text)}</pre>}
        </div>
      ))}
    </section>
  );
}

/** The fields of the profile that differ, with both values. */
export function changedFields(assistant: Assistant, edit: Draft['edit']) {
  const knowledge = ({ knowledge: chosen }: Pick<Assistant, 'knowledge'>) =>
    chosen.kind === 'folder' ? `Folder ${chosen.folder}`.trim() : 'Documents';
  const fields = [
    { label: 'Name', live: assistant.name, drafted: edit.name },
    { label: 'Instructions', live: assistant.instructions, drafted: edit.instructions },
    { label: 'Greeting', live: assistant.greeting, drafted: edit.greeting },
    { label: 'Knowledge', live: knowledge(assistant), drafted: knowledge(edit) },
    { label: 'Model', live: assistant.model ?? '', drafted: edit.model ?? '' },
    { label: 'Handoff', live: assistant.handoff, drafted: edit.handoff },
  ];
  return fields.filter(({ live, drafted }) => live !== drafted);
}
