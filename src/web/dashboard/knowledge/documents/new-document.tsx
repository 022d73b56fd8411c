import { useMemo, useState } from 'preact/hooks';
import { freeDocumentName } from '../../../../platform/rules/document-names.ts';
import type { AssistantDocument } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Issues, TextField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { Problem, type Issue } from '../../../ui/request.ts';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { DocumentText } from './document-text.tsx';
import type { ReadFile } from './upload-file.ts';
import { Button } from '../../../ui/button.tsx';

interface NewDocumentProps {
  /** The API path of the documents. */
  path: string;
  fileName: string;
  read: ReadFile;
  documents: readonly AssistantDocument[];
  /** Explains that saving replaces a document of the same name. */
  replacing: string;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

interface State {
  saving?: boolean;
  problem?: Problem;
  saves: number;
}

/** The text of a file before it is saved as a document, with its name. */
export function NewDocument(props: NewDocumentProps) {
  const { path, fileName, read, documents, replacing, onSaved, onClose } = props;
  const { leftOut = [] } = read.document;
  const [name, setName] = useState(read.document.name);
  const [{ saving, problem, saves }, setState] = useState<State>({ saves: 0 });
  const existing = documents.find((one) => one.name === name.trim());
  const other = freeDocumentName(name.trim(), new Set(documents.map((one) => one.name)));
  const issues = aboutName(problem);
  const given = useMemo(() => ({ issues, saves, onCorrected: () => undefined }), [problem, saves]);
  const save = async (as: string) => {
    setName(as);
    setState({ saves: saves + 1, saving: true });
    try {
      await adminApi.send('PUT', `${path}/${encodeURIComponent(as)}`, read.content);
      await onSaved();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ saves: saves + 1, problem: thrown });
    }
  };
  return (
    <Dialog title={showControlCharacters(fileName)} wide onClose={onClose} dismissible={!saving}>
      <Issues.Provider value={given}>
        <TextField path="name" label="Document name" value={name} most={110} onChange={setName} />
      </Issues.Provider>
      {existing && (
        <p role="status">
          <UntrustedText text={existing.name} /> exists ({plural(existing.characters, 'character')},{' '}
          <Time at={existing.updatedAt} as="ago" />
          ). {replacing} To keep both, this one is saved as <UntrustedText text={other} />.
        </p>
      )}
      {leftOut.length > 0 && (
        <p class="notice">Not read of this file: {leftOut.map(showControlCharacters).join(', ')}.</p>
      )}
      <DocumentText document={read.document} />
      <ErrorNotice sentence={problem && issues.length === 0 ? sentenceOfIssues(problem) : undefined} />
      <div class="actions">
        <Button disabled={saving} onClick={onClose}>
          Cancel
        </Button>
        {existing && (
          <Button disabled={saving} onClick={() => save(other)}>
            Keep both
          </Button>
        )}
        <Button
          class="button primary"
          disabled={saving === true || name.trim() === ''}
          onClick={() => save(name.trim())}
        >
          {existing ? 'Replace document' : 'Add document'}
        </Button>
      </div>
    </Dialog>
  );
}

const issuesOf = (problem: Problem | undefined): readonly Issue[] => problem?.details.issues ?? [];
const aboutName = (problem: Problem | undefined) =>
  issuesOf(problem).filter((issue) => issue.path === 'name');

/** Turns issues, which follow a field's name, into a sentence about the document. */
function sentenceOfIssues(problem: Problem): string {
  const [issue] = issuesOf(problem);
  return issue ? `The document ${issue.message}.` : problem.message;
}
