import { ChevronDown, ChevronRight } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import type { SourcePagesReply, WebsitePageItem, WebsiteSource } from '../../../wire/website-sources.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLive } from '../../ui/live.ts';
import { More, usePages } from '../../ui/paging.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../ui/visible.ts';
import { websitePagesPath, type WebsitePageQuery } from '../addresses.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/section.tsx';
import { ChoiceBox } from './choice-box.tsx';
import { useFastRefresh } from './use-fast-refresh.ts';
import { isActive, pageNote, titleOf } from './words.ts';

type PageGroup = SourcePagesReply['sections'][number];

interface PagesProps {
  source: WebsiteSource;
  /** Includes or excludes the pages of a pattern. Resolves to false if that could not be stored. */
  onChoose: (pattern: string, read: boolean) => Promise<boolean>;
  onOpen: (pageId: string) => void;
}

/** With at most this many pages all sections are expanded. */
const MAX_ALL_OPEN = 60;
const SEARCH_MS = 250;

/** The pages of a website by section, with checkboxes for reading them. */
export function WebsitePages(props: PagesProps) {
  const { source } = props;
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const all = useLive<SourcePagesReply>(websitePagesPath(source.id, {}));
  useFastRefresh(isActive(source), all.refresh);
  useEffect(() => void all.refresh(), [source.updatedAt, source.phase]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const sections = all.data?.sections ?? [];
  const total = sections.reduce((sum, { pages }) => sum + pages, 0);
  return (
    <Section id="website-pages" title="Pages" class="site-pages">
      <input
        type="search"
        aria-label="Search pages"
        placeholder="Search pages"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Loaded live={all}>
        {asked === '' ? (
          <ul class="site-tree">
            {sections.map((group) => (
              <Group key={group.section} {...props} group={group} isOpenAtFirst={total <= MAX_ALL_OPEN} />
            ))}
          </ul>
        ) : (
          <PageRows key={asked} {...props} query={{ q: asked }} />
        )}
        {total === 0 && all.data && (
          <p class="quiet">{isActive(source) ? 'Finding pages…' : 'No pages found.'}</p>
        )}
      </Loaded>
    </Section>
  );
}

function Group({
  group,
  isOpenAtFirst,
  ...props
}: PagesProps & { group: PageGroup; isOpenAtFirst: boolean }) {
  const { section, pattern, pages, chosen, words } = group;
  const [isOpen, setOpen] = useState(isOpenAtFirst || section === '/');
  const name = section === '/' ? 'Top pages' : section;
  return (
    <li>
      <div class="site-row site-section">
        {pattern === undefined ? (
          <span />
        ) : (
          <ChoiceBox
            label={`Read ${showControlCharacters(name)}`}
            checked={chosen > 0}
            indeterminate={chosen > 0 && chosen < pages}
            onChoose={(checked) => props.onChoose(pattern, checked)}
          />
        )}
        <Button class="site-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon svg={isOpen ? ChevronDown : ChevronRight} size={16} />
          <UntrustedText text={name} />
        </Button>
        <span class="quiet number">
          {chosen === pages ? plural(pages, 'page') : `${formatCount(chosen)} of ${plural(pages, 'page')}`}
        </span>
        <span class="quiet number">{words > 0 ? plural(words, 'word') : ''}</span>
      </div>
      {isOpen && <PageRows {...props} query={{ section }} />}
    </li>
  );
}

function PageRows({ query, ...props }: PagesProps & { query: WebsitePageQuery }) {
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

function PageRow({ page, onChoose, onOpen }: PagesProps & { page: WebsitePageItem }) {
  const { id, pattern, isChosen, words, state } = page;
  const note = pageNote(page);
  const title = titleOf(page);
  return (
    <li class="site-row">
      <ChoiceBox
        label={`Read ${showControlCharacters(title)}`}
        checked={isChosen}
        onChoose={(checked) => onChoose(pattern, checked)}
      />
      <div>
        <Button class="link" onClick={() => onOpen(id)}>
          <UntrustedText text={title} />
        </Button>
        <div class="quiet site-path">{note ?? <UntrustedText text={pattern} />}</div>
      </div>
      <span class={TONES[state]}>{STATES[state]}</span>
      <span class="quiet number">{words > 0 ? plural(words, 'word') : ''}</span>
    </li>
  );
}
