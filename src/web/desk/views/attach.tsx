import { Paperclip } from 'lucide-static';
import { useRef } from 'preact/hooks';
import { formatBytes } from '../../ui/format.ts';
import { useStore } from '../../ui/store.ts';
import { FileList as UploadList, isUnderWay } from '../../ui/uploads/file-list.tsx';
import { useFileDrop } from '../../ui/uploads/use-file-drop.ts';
import { takeFiles } from '../../ui/uploads/take-files.ts';
import type { ComposerProps } from './composer.tsx';
import { IconButton } from '../../ui/button.tsx';

/** The files that are about to be sent with a reply; notes cannot have files. */
export function useFilesToSend({ desk, sessionId, conversation, mayReply, writing }: ComposerProps) {
  const queue = desk.files.of(sessionId);
  const files = useStore(queue.files);
  const isReply = writing.mode === 'reply';
  const ofMode = isReply ? files : [];
  return {
    queue,
    files,
    /** Whether more can be added. */
    isOn: isReply && mayReply && conversation.about.takesFiles === true,
    hasReady: ofMode.some(({ state }) => state.step === 'ready'),
    areUploading: ofMode.some(isUnderWay),
  };
}

type FilesToSendProps = Pick<ReturnType<typeof useFilesToSend>, 'queue' | 'files'>;

/** The chips above the field of a reply. */
export function FilesToSend({ queue, files }: FilesToSendProps) {
  return (
    <UploadList
      label="Files to send"
      {...{ queue, files }}
      ready={{
        reading: 'Checking…',
        fact: ({ bytes }) => formatBytes(bytes),
        summary: 'ready to send',
        discard: 'Remove',
      }}
    />
  );
}

/** The handlers with which a form takes files that are dropped, and its field those that are pasted. */
export function useTakenFiles({ isOn, queue }: Pick<ReturnType<typeof useFilesToSend>, 'isOn' | 'queue'>) {
  const { isOver, onDrop } = useFileDrop(isOn ? queue.add : undefined);
  const onPaste = (event: ClipboardEvent) => {
    const { types, files } = event.clipboardData ?? {};
    // Office programs add a picture of the words to them.
    if (!files?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    queue.add(files);
  };
  return { isOver, onForm: onDrop, onField: isOn ? { onPaste } : {} };
}

/** The types that browsers offer to choose; the service decides by the content. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,.pdf,text/*';

/** Opens the browser's choice of files. */
export function FileButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Attach files"
        title="Attach files: images, PDF and text, up to 10 MB each"
        icon={Paperclip}
        size={16}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        hidden
        type="file"
        multiple
        accept={ACCEPTED}
        onChange={({ currentTarget }) => onFiles(takeFiles(currentTarget))}
      />
    </>
  );
}
