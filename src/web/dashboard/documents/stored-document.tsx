import { useEffect, useState } from 'preact/hooks';
import type { DocumentReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { visible } from '../../ui/visible.ts';
import { DocumentText } from './document-text.tsx';

interface StoredDocumentProps {
  /** Of the document. */
  path: string;
  name: string;
  onClose: () => void;
}

/** A stored document, to be read. */
export function StoredDocument({ path, name, onClose }: StoredDocumentProps) {
  const [state, setState] = useState<Partial<DocumentReply> & { problem?: string }>({});
  const load = async () => {
    setState({});
    try {
      setState(await adminApi.get<DocumentReply>(`${path}/sections`));
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  useEffect(() => void load(), [path]);
  const { document, problem } = state;
  return (
    <Dialog title={visible(name)} wide onClose={onClose}>
      {document && <DocumentText document={document} />}
      {!document && problem === undefined && <Bar width={30} />}
      <ErrorNotice sentence={problem} onRetry={() => void load()} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
