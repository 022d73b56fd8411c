import { useState } from 'preact/hooks';
import type { Tag } from '../../../../conversations/records/tag.ts';
import { MAX_TAGS } from '../../../../conversations/rules/tags.ts';
import type { TagsReply } from '../../../../conversations/wire/tags.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { useLive } from '../../../ui/live.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { TagChip } from '../../../ui/tags.tsx';
import { TAGS_PATH, tagPath } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Head } from '../../parts/head.tsx';
import { TagForm } from './tag-form.tsx';

/** The tags that agents can add to conversations. */
export function Tags() {
  const live = useLive<TagsReply>(TAGS_PATH);
  return (
    <>
      <Head
        title="Tags"
        lead="Agents give a conversation up to five tags. Lists and reports can be filtered by tag."
      />
      <Loaded live={live}>
        <section class="card part" aria-label="Tags">
          {live.data ? <TagList list={live.data} refresh={live.refresh} /> : <Bar width={40} />}
        </section>
      </Loaded>
    </>
  );
}

interface TagListProps {
  list: TagsReply;
  refresh: () => Promise<void>;
}

function TagList({ list: { tags, etag }, refresh }: TagListProps) {
  const [edited, edit] = useState<Tag | 'new'>();
  const remove = async ({ id }: Tag) => {
    try {
      await adminApi.send('DELETE', tagPath(id), undefined, { etag });
    } finally {
      await refresh();
    }
  };
  return (
    <>
      {tags.length === 0 && <p>No tags yet. Add the first, for example “Refund” or “Bug report”.</p>}
      <ul class="tag-list">
        {tags.map((tag) => (
          <li key={tag.id}>
            <TagChip tag={tag} />
            <span class="tag-actions">
              <Button class="link" aria-label={`Edit ${tag.name}`} onClick={() => edit(tag)}>
                Edit
              </Button>
              <ConfirmedButton
                class="link"
                label={
                  <>
                    Delete<span class="unseen"> {tag.name}</span>
                  </>
                }
                title="Delete this tag?"
                action="Delete tag"
                run={() => remove(tag)}
              >
                <p>
                  It disappears from lists and filters. Reports on closed chats, transcripts and exports keep
                  its name.
                </p>
              </ConfirmedButton>
            </span>
          </li>
        ))}
      </ul>
      <div class="row">
        <Button class="button primary" disabled={tags.length >= MAX_TAGS} onClick={() => edit('new')}>
          Add tag
        </Button>
      </div>
      {tags.length >= MAX_TAGS && <p class="quiet">There can be up to {MAX_TAGS} tags.</p>}
      {edited && (
        <TagForm
          tag={edited === 'new' ? undefined : edited}
          etag={etag}
          refresh={refresh}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  );
}
