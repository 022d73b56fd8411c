import { useEffect } from 'preact/hooks';
import type {
  SourcePagesReply,
  WebsitePageItem,
  WebsiteSource,
} from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { useLive } from '../../../ui/live.ts';
import { More, usePages } from '../../../ui/paging.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { websitePagesPath, type WebsitePageQuery } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ChoiceBox } from './choice-box.tsx';
import { useFastRefresh } from './use-fast-refresh.ts';
import { isActive, pageNote, titleOf } from './words.ts';

export interface PagesProps {
  source: WebsiteSource;
  /** Includes or excludes the pages of patterns. Resolves to false if that could not be stored. */
  onChoose: (patterns: readonly string[], read: boolean) => Promise<boolean>;
  onOpen: (pageId: string) => void;
}

/** The pages of a query, with checkboxes for reading them. */
export function PageRows({ query, ...props }: PagesProps & { query: WebsitePageQuery }) {
  const { source } = props;
  const path = websitePagesPath(source.id, query);
  const first = useLive<SourcePagesReply>(path);
  useFastRefresh(isActive(source), first.refresh);
  useEffect(() => void first.refresh(), [source.updatedAt, source.phase]);
  const paging = usePages(
    path,
    (cursor) => adminApi.get<SourcePagesReply>(websitePagesPath(source.id, query, cursor)),
    first.data,
  );
  const loaded = first.data ? [first.data] : [];
  const pages = (paging.pages.length > 0 ? paging.pages : loaded).flatMap((reply) => reply.pages);
  return (
    <Loaded live={first}>
      <ul>
        {pages.map((page) => (
          <PageRow key={page.id} {...props} page={page} />
        ))}
        {first.data && pages.length === 0 && <li class="quiet site-none">No pages match.</li>}
      </ul>
      <More paging={paging} label="Show more pages" />
    </Loaded>
  );
}

const STATES = { waiting: 'Waiting', read: 'Read', gone: 'Gone', 'left-out': 'Left out' } as const;
const TONES = { waiting: 'quiet', read: 'good', gone: 'wait', 'left-out': 'quiet' } as const;

function PageRow({ source, page, onChoose, onOpen }: PagesProps & { page: WebsitePageItem }) {
  const { id, pattern, isChosen, words, state } = page;
  const note = pageNote(page);
  const title = titleOf(page);
  const isBeforeStart = source.phase === 'finding' || source.phase === 'found';
  return (
    <li class="site-row">
      {isChosen && state === 'left-out' ? (
        <span />
      ) : (
        <ChoiceBox
          label={`Read ${showControlCharacters(title)}`}
          checked={isChosen}
          onChoose={(checked) => onChoose([pattern], checked)}
        />
      )}
      <div>
        <Button class="link" onClick={() => onOpen(id)}>
          <UntrustedText text={title} />
        </Button>
        <div class="quiet site-path">
          <UntrustedText text={pattern} />
          {note !== undefined && (
            <>
              {' · '}
              <UntrustedText text={note} />
            </>
          )}
        </div>
      </div>
      <span class={TONES[state]}>
        {/* Before the start, a page is only listed, although its text is known. */}
        {isBeforeStart && state === 'read' ? 'Found' : STATES[state]}
      </span>
      <span class="quiet number">{words > 0 ? plural(words, 'word') : ''}</span>
    </li>
  );
}
