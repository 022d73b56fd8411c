import type { Tag } from '../../conversations/records/tag.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** The tags of a conversation in the order in which they were added, without deleted ones. */
export function tagsOf(tagIds: readonly string[] = [], all: readonly Tag[] = []): Tag[] {
  return tagIds.flatMap((id) => all.find((tag) => tag.id === id) ?? []);
}

interface TagChipsProps {
  tagIds: readonly string[] | undefined;
  /** The deployment's tags; undefined while loading. */
  all: readonly Tag[] | undefined;
}

/** The tags of a conversation. Renders nothing if it has no tags. */
export function TagChips({ tagIds, all }: TagChipsProps) {
  const tags = tagsOf(tagIds, all);
  if (tags.length === 0) return null;
  return (
    <span class="tags">
      <span class="unseen">Tags: </span>
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
    </span>
  );
}

/** A tag. Its color is a dot; the name has the meaning. */
export const TagChip = ({ tag: { name, color } }: { tag: Pick<Tag, 'name' | 'color'> }) => (
  <span class={`tag tag-${color}`}>
    <UntrustedText text={name} />
  </span>
);

interface TagFilterProps {
  all: readonly Tag[] | undefined;
  /** The selected tag's id, or an empty string for all conversations. */
  value: string;
  onChoose: (tagId: string) => void;
}

/** A filter by tag. Renders nothing if the deployment has no tags. */
export function TagFilter({ all = [], value, onChoose }: TagFilterProps) {
  if (all.length === 0) return null;
  return (
    <select aria-label="Tag" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">Any tag</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
