import type { TagsReply } from '../../../conversations/wire/tags.ts';
import { useLive } from '../../ui/live.ts';
import { TAGS_PATH } from '../addresses.ts';
import { ConversationTable } from './conversation-table.tsx';
import type { ListQuery } from './list-query.ts';
import type { useList } from './use-list.ts';

export interface ListProps {
  chosen: ListQuery;
  list: ReturnType<typeof useList>;
  choose: (part: Partial<ListQuery>) => void;
}

type RowsProps = Pick<ListProps, 'chosen' | 'choose'> & Pick<ListProps['list'], 'sessions'>;

export function Rows({ chosen: { status, order }, sessions, choose }: RowsProps) {
  const tags = useLive<TagsReply>(TAGS_PATH).data?.tags;
  const onSort = () => choose({ order: order === 'newest' ? 'oldest' : 'newest' });
  return (
    <ConversationTable {...{ sessions, tags }} closed={status === 'closed' ? { order, onSort } : undefined} />
  );
}
