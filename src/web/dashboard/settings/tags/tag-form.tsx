import { useState } from 'preact/hooks';
import type { Tag, TagEdit } from '../../../../conversations/records/tag.ts';
import { MAX_TAG_NAME, TAG_COLORS } from '../../../../conversations/rules/tags.ts';
import type { TagReply } from '../../../../conversations/wire/tags.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { Problem, sentenceOf } from '../../../ui/request.ts';
import { TagChip } from '../../../ui/tags.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { TAGS_PATH, tagPath } from '../../addresses.ts';

const COLOR_NAMES: Record<TagEdit['color'], string> = {
  gray: 'Gray',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  purple: 'Purple',
};

/** Turns a validation issue into a sentence. */
function sayIssue(thrown: unknown): string {
  const issue = thrown instanceof Problem ? thrown.details.issues?.[0] : undefined;
  return issue ? `The ${issue.path} ${issue.message}.` : sentenceOf(thrown);
}

interface TagFormProps {
  /** Undefined for a new tag. */
  tag: Tag | undefined;
  /** The version of the displayed list. */
  etag: string;
  /** Loads the list again, also after a failure, because it may have changed. */
  refresh: () => Promise<void>;
  onClose: () => void;
}

/** The form for a tag's name and color. */
export function TagForm({ tag, etag, refresh, onClose }: TagFormProps) {
  const [edit, setEdit] = useState<TagEdit>({ name: tag?.name ?? '', color: tag?.color ?? 'blue' });
  const { running, problem, run } = useAction(sayIssue);
  const send = async () => {
    try {
      if (tag) await adminApi.send<TagReply>('PUT', tagPath(tag.id), edit, { etag });
      else await adminApi.send<TagReply>('POST', TAGS_PATH, edit, { etag });
    } finally {
      await refresh();
    }
    onClose();
  };
  return (
    <Dialog title={tag ? 'Edit tag' : 'Add tag'} onClose={onClose} dismissible={!running}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(send);
        }}
      >
        <TextField
          path="name"
          label="Name"
          value={edit.name}
          most={MAX_TAG_NAME}
          onChange={(name) => setEdit({ ...edit, name })}
        />
        <fieldset class="field tag-colors">
          <legend>Color</legend>
          {TAG_COLORS.map((color) => (
            <label key={color}>
              <input
                type="radio"
                name="color"
                checked={edit.color === color}
                onChange={() => setEdit({ ...edit, color })}
              />
              <TagChip tag={{ name: COLOR_NAMES[color], color }} />
            </label>
          ))}
        </fieldset>
        <ErrorNotice sentence={problem} />
        <div class="actions">
          <Button disabled={running} onClick={onClose}>
            Cancel
          </Button>
          <Button submit class="button primary" disabled={running || edit.name.trim() === ''}>
            {tag ? 'Save' : 'Add tag'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
