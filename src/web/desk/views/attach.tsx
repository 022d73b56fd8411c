import { Paperclip } from 'lucide-static';
import type { TargetedDragEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatBytes } from '../../ui/format.ts';
import { useStore } from '../../ui/store.ts';
import { FileList as UploadList, isUnderWay } from '../../ui/uploads/file-list.tsx';
import { takeFiles } from '../../ui/uploads/take-files.ts';
import type { ComposerProps } from './composer.tsx';
import { IconButton } from '../../ui/button.tsx';

/** The files that are about to go with a reply; a note has none. */
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
  const [isOver, setOver] = useState(false);
  if (!isOn) return { isOver: false, onForm: {}, onField: {} };
  const takeAll = (event: Event, files: FileList | undefined) => {
    if (!files?.length) return;
    event.preventDefault();
    queue.add(files);
  };
  return {
    isOver,
    onForm: {
      onDragOver(event: DragEvent) {
        // Dragged text is the field's own.
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: TargetedDragEvent<HTMLFormElement>) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        takeAll(event, event.dataTransfer?.files);
      },
    },
    onField: {
      onPaste(event: ClipboardEvent) {
        // Office programs put a picture of the words beside them.
        if (event.clipboardData?.types.includes('text/plain')) return;
        takeAll(event, event.clipboardData?.files);
      },
    },
  };
}

/** What browsers offer to choose; the service decides by the content. */
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
