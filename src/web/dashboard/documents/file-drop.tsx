import { Upload } from 'lucide-static';
import { useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';

const ACCEPTED = '.pdf,.docx,.html,.htm,.md,.markdown,.txt';

/** Where files are chosen, or dropped. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  return (
    <div
      class={over ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(Array.from(event.dataTransfer?.files ?? []));
      }}
    >
      <label class="button">
        <Icon svg={Upload} size={16} /> Add documents
        <input
          class="unseen"
          type="file"
          multiple
          accept={ACCEPTED}
          onChange={({ currentTarget }) => {
            onFiles(Array.from(currentTarget.files ?? []));
            // Allows choosing the same file again after it was changed.
            currentTarget.value = '';
          }}
        />
      </label>
      <p class="quiet">
        Or drop files here: PDF, Word (.docx), HTML, Markdown and plain text, up to 10 MB each.
      </p>
    </div>
  );
}
