import type { ComponentChildren } from 'preact';
import type { Note } from '../../conversations/records/note.ts';
import { Time } from './time.tsx';
import { UntrustedText } from './untrusted-text.tsx';

interface NoteEntryProps {
  note: Note;
  /** Whether the reader wrote it. */
  isMine?: boolean;
  /** In place of the text. */
  body?: ComponentChildren;
  /** The reader's actions, after its facts. */
  tools?: ComponentChildren;
}

/** A private note, which visitors never see. */
export function NoteEntry({ note, isMine = false, body, tools }: NoteEntryProps) {
  const { agent, content, createdAt, editedAt, mentions = [] } = note;
  return (
    <li class="entry note">
      <p class="who">
        <b>{isMine ? 'You' : <UntrustedText text={agent.name} />}</b> <Time at={createdAt} as="clock" />
      </p>
      {body ?? (
        <div class="bubble" dir="auto">
          <UntrustedText text={content} />
        </div>
      )}
      <footer class="facts">
        <span>
          Private note
          {mentions.length > 0 && (
            <>
              {' '}
              for <UntrustedText text={mentions.map(({ name }) => name).join(', ')} />
            </>
          )}
          {editedAt !== undefined && (
            <>
              {' '}
              · edited <Time at={editedAt} />
            </>
          )}
        </span>
        {tools}
      </footer>
    </li>
  );
}
