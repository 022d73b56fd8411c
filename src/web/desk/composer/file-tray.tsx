import { FileText } from 'lucide-static';
import type { Attachment } from '../../../conversations/records/attachment.ts';
import { Button } from '../../ui/button.tsx';
import { imageContent, useDrawnImage } from '../../ui/drawn-image.ts';
import { formatBytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { LargeImage } from '../../ui/image-dialog.tsx';
import { FileList } from '../../ui/uploads/file-list.tsx';
import type { FileQueue, QueuedFile } from '../../ui/uploads/file-queue.ts';

interface FileTrayProps {
  queue: FileQueue<Attachment>;
  files: readonly QueuedFile<Attachment>[];
  onImage: (image: LargeImage) => void;
}

/** The files of the next reply, above its field. */
export function FileTray({ queue, files, onImage }: FileTrayProps) {
  return (
    <FileList
      label="Files to send"
      {...{ queue, files }}
      preview={({ name, file }) => <Preview {...{ name, file, onImage }} />}
      ready={{
        reading: 'Checking…',
        fact: ({ bytes }) => formatBytes(bytes),
        summary: 'ready to send',
        discard: 'Remove',
      }}
    />
  );
}

/** The longest side of a preview in pixels: twice its displayed size, for high-resolution screens. */
const PREVIEW = 96;

interface PreviewProps extends Pick<FileTrayProps, 'onImage'> {
  name: string;
  file: File | undefined;
}

/** An image that opens in a dialog; an icon for other files. */
function Preview({ name, file, onImage }: PreviewProps) {
  const image = useDrawnImage(file, PREVIEW);
  if (!file || !image) {
    return (
      <span class="preview">
        <Icon svg={FileText} />
      </span>
    );
  }
  return (
    <Button
      class="preview"
      aria-label={`Show ${name}`}
      aria-haspopup="dialog"
      onClick={() => onImage({ name, file })}
    >
      <span ref={imageContent(image)} aria-hidden="true" />
    </Button>
  );
}
