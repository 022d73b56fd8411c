import { Paperclip } from 'lucide-static';
import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../../ui/button.tsx';
import type { LargeImage } from '../../ui/image-dialog.tsx';
import { lazyComponent, lazyDialog } from '../../ui/lazy-component.tsx';
import { useStore } from '../../ui/store.ts';
import { isUnderWay } from '../../ui/uploads/file-queue.ts';
import { takeFiles } from '../../ui/uploads/chosen-files.ts';
import { useThreadDrop } from './use-thread-drop.ts';
import type { Desk } from '../state/desk.ts';
import type { Conversation } from '../state/state.ts';
import type { Writing } from './use-writing.ts';

const FileTray = lazyComponent(async () => (await import('../app/on-demand.ts')).FileTray);
const ImageDialog = lazyDialog(async () => (await import('../app/on-demand.ts')).ImageDialog);

/** A conversation with the reply or note that is being written to it. */
export interface WritingProps {
  desk: Desk;
  sessionId: string;
  conversation: Conversation;
  /** Whether this agent may reply; notes are always allowed. */
  mayReply: boolean;
  /** A reply reopens the closed conversation. */
  reopens: boolean;
  writing: Writing;
}

/** Why no files can be added to a reply now; undefined if they can. */
function attachmentRefusal(props: WritingProps): string | undefined {
  const { conversation, mayReply, reopens, writing } = props;
  if (conversation.about.takesFiles !== true) return 'Files are switched off for this chat.';
  if (reopens) return 'Reopen the conversation with a reply first.';
  if (!mayReply) return 'Claim the conversation to send files.';
  if (writing.mode === 'note') return 'A note cannot have files. Switch to Reply to send them.';
  return undefined;
}

/** The files for the next reply. Notes cannot have files. */
export function useFilesToSend(props: WritingProps) {
  const { desk, sessionId, writing } = props;
  const queue = desk.files.of(sessionId);
  const files = useStore(queue.files);
  const ofMode = writing.mode === 'reply' ? files : [];
  const refusal = attachmentRefusal(props);
  const isOver = useThreadDrop(refusal, queue.add);
  const onPaste = (event: ClipboardEvent) => {
    const { types, files: pasted } = event.clipboardData ?? {};
    // Office programs add a picture of copied text; the text is pasted.
    if (!pasted?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    queue.add(pasted);
  };
  return {
    queue,
    files: ofMode,
    /** The text that is shown while files are dragged over the conversation. */
    dropHint: isOver ? (refusal ?? 'Drop files to add them to the reply') : undefined,
    /** Adds files; undefined if they cannot be added. */
    add: refusal === undefined ? queue.add : undefined,
    /** Event handlers for the text field. */
    onField: refusal === undefined ? { onPaste } : {},
    hasReady: ofMode.some(({ state }) => state.step === 'ready'),
    areUploading: ofMode.some(isUnderWay),
  };
}

/** The files above the reply field, and the opened image. */
export function FilesToSend({ queue, files }: Pick<ReturnType<typeof useFilesToSend>, 'queue' | 'files'>) {
  const [image, showImage] = useState<LargeImage>();
  return (
    <>
      {files.length > 0 && <FileTray.Component {...{ queue, files }} onImage={showImage} />}
      {image && <ImageDialog.Component image={image} onClose={() => showImage(undefined)} />}
    </>
  );
}

/** File types for the browser's dialog. The service decides by content. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,.pdf,text/*';

/** A button that opens the browser's file dialog. */
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
