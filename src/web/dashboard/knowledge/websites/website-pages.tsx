import { ChevronDown, ChevronRight } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import type { SourcePagesReply } from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLive } from '../../../ui/live.ts';
import { apiPath } from '../../../ui/request.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { websitePagesPath } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { ChoiceBox } from './choice-box.tsx';
import { LeftOutPages, LeftOutPatterns } from './left-out-pages.tsx';
import { PageRows, type PagesProps } from './page-rows.tsx';
import { useFastRefresh } from './use-fast-refresh.ts';
import { isActive } from './words.ts';

type PageGroup = SourcePagesReply['sections'][number];

/** With at most this many pages all sections are expanded. */
const MAX_ALL_OPEN = 60;
const SEARCH_MS = 250;
/** The pattern of all pages. */
const ALL_PAGES = '*';
/** The most top-level pages that are chosen together, each by its pattern. */
const MAX_TOP_PAGES = 200;

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
        {asked === '' && total > 1 && (
          <p class="row">
            <Button class="link" onClick={() => props.onChoose([ALL_PAGES], true)}>
              Select all
            </Button>
            <Button class="link" onClick={() => props.onChoose([ALL_PAGES], false)}>
              Select none
            </Button>
          </p>
        )}
        {asked === '' ? (
          <ul class="site-tree">
            {sections.map((group) => (
              <Group key={group.section} {...props} group={group} isOpenAtFirst={total <= MAX_ALL_OPEN} />
            ))}
          </ul>
        ) : (
          <>
            <PageRows key={asked} {...props} query={{ q: asked }} />
            <LeftOutPatterns path={websitePagesPath(source.id, { q: asked })} />
          </>
        )}
        {asked === '' && all.data && <LeftOutPages {...props} reasons={all.data.leftOut} />}
        {total === 0 && all.data?.leftOut.length === 0 && (
          <p class="quiet">{isActive(source) ? 'Finding pages…' : 'No pages found.'}</p>
        )}
      </Loaded>
    </Section>
  );
}

/** The patterns of the pages of a section that has no common pattern. */
async function patternsOfPages(id: string, section: string): Promise<string[]> {
  const path = apiPath(`knowledge/sources/${encodeURIComponent(id)}/pages`, {
    section,
    leftOut: 'false',
    limit: MAX_TOP_PAGES,
  });
  return (await adminApi.get<SourcePagesReply>(path)).pages.map(({ pattern }) => pattern);
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
        <ChoiceBox
          label={`Read ${showControlCharacters(name)}`}
          checked={chosen > 0}
          indeterminate={chosen > 0 && chosen < pages}
          onChoose={async (checked) =>
            props.onChoose(
              pattern === undefined ? await patternsOfPages(props.source.id, section) : [pattern],
              checked,
            )
          }
        />
        <Button class="site-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon svg={isOpen ? ChevronDown : ChevronRight} size={16} />
          <UntrustedText text={name} />
        </Button>
        <span class="quiet number">
          {chosen === pages ? plural(pages, 'page') : `${formatCount(chosen)} of ${plural(pages, 'page')}`}
        </span>
        <span class="quiet number">{words > 0 ? plural(words, 'word') : ''}</span>
      </div>
      {isOpen && <PageRows {...props} query={{ section, leftOut: 'false' }} />}
    </li>
  );
}
