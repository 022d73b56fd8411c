import { FileText } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ATTACHMENT_RULES } from '../../conversations/rules/attachment-types.ts';
import { isCaption } from '../../conversations/rules/attachments.ts';
import type { Attachment } from '../../conversations/records/attachment.ts';
import type { AttachmentsReply } from '../../chat/wire/attachments.ts';
import { formatBytes } from './format.ts';
import { Icon } from './icon.tsx';
import type { LargeImage } from './image-dialog.tsx';
import { ErrorNotice } from './notice.tsx';
import { sentenceOf } from './request.ts';
import type { MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';

export interface AttachmentLinks {
  /** The URLs by file id. */
  urls: ReadonlyMap<string, string>;
  /** The reason why links could not be loaded. */
  problem?: string;
  retry: () => void;
  /** Opens an image in a dialog. Without it, the image's link opens a new tab. */
  onImage?: (image: LargeImage) => void;
}

/** The refresh interval of links, in milliseconds; shorter than their validity. */
const REFRESH_MS = 8 * 60_000;
export const NO_LINKS: AttachmentLinks = { urls: new Map(), retry: () => undefined };

/**
 * Loads the links to files in messages, and renews them before they expire. `onImage` must be a stable
 * function.
 */
export function useAttachmentLinks(
  messages: readonly MessageShown[],
  key: string,
  load: () => Promise<AttachmentsReply>,
  onImage?: (image: LargeImage) => void,
): AttachmentLinks {
  const [links, setLinks] = useState(NO_LINKS);
  const [attempt, setAttempt] = useState(0);
  const ids = messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id)).join();
  useEffect(() => {
    if (ids === '') return undefined;
    let isOver = false;
    const set = (found: Omit<AttachmentLinks, 'retry'>) =>
      setLinks({ ...found, retry: () => setAttempt((count) => count + 1) });
    const refresh = () =>
      load().then(
        ({ attachments }) => {
          if (!isOver) set({ urls: new Map(attachments.map(({ id, url }) => [id, url])) });
        },
        (thrown: unknown) => {
          if (!isOver) set({ urls: new Map(), problem: sentenceOf(thrown) });
        },
      );
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [ids, key, attempt]);
  return useMemo(() => ({ ...links, ...(onImage && { onImage }) }), [links, onImage]);
}

/** Whether a message has text in addition to its files' names. */
export const hasWords = (message: MessageShown): boolean => !isCaption(message);

interface AttachmentListProps {
  attachments: readonly Attachment[];
  links: AttachmentLinks;
}

/** The files of a message: images as thumbnails with reserved space, others by name, type and size. */
export function AttachmentList({ attachments, links }: AttachmentListProps) {
  return (
    <ul class="attachments" aria-label="Files">
      {attachments.map((file) => (
        <li key={file.id}>
          <AttachmentEntry file={file} url={links.urls.get(file.id)} onImage={links.onImage} />
        </li>
      ))}
      {links.problem !== undefined && (
        <li>
          <ErrorNotice sentence={links.problem} onRetry={links.retry} isStrip />
        </li>
      )}
    </ul>
  );
}

/** The longest side of a thumbnail, in pixels. */
const MAX_THUMBNAIL_PX = 240;

interface AttachmentEntryProps {
  file: Attachment;
  url: string | undefined;
  onImage: AttachmentLinks['onImage'] | undefined;
}

function AttachmentEntry({ file, url, onImage }: AttachmentEntryProps) {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => setBroken(false), [url]);
  const { name, type, bytes, width = 0, height = 0 } = file;
  if (ATTACHMENT_RULES[type].isImage && !isBroken) {
    const scale = Math.min(1, MAX_THUMBNAIL_PX / Math.max(width, height));
    const size = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    return (
      <FileLink kind="picture" url={url} onOpen={onImage && ((address) => onImage({ name, url: address }))}>
        <img {...size} src={url} alt={name} loading="lazy" onError={() => setBroken(url !== undefined)} />
      </FileLink>
    );
  }
  return (
    <FileLink kind="file" url={url}>
      <Icon svg={FileText} size={16} />
      <span>
        <b>
          <UntrustedText text={name} />
        </b>
        <span>
          {type === 'text' ? 'Text' : type.toUpperCase()} · {formatBytes(bytes)}
        </span>
      </span>
    </FileLink>
  );
}

interface LinkedProps {
  kind: string;
  url: string | undefined;
  /** Opens the URL on this page, unless a modifier key requests a new tab or window. */
  onOpen?: ((url: string) => void) | undefined;
  children: ComponentChildren;
}

/** A link that opens a new tab or a dialog. Without a URL, only its content. */
function FileLink({ kind, url, onOpen, children }: LinkedProps) {
  if (url === undefined) return <span class={kind}>{children}</span>;
  const open = (event: MouseEvent) => {
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(url);
  };
  return (
    <a
      class={kind}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-haspopup={onOpen && 'dialog'}
      onClick={open}
    >
      {children}
    </a>
  );
}
