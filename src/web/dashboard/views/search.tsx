import { Search as SearchIcon } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../../widget/input-method.ts';
import type { SearchReply } from '../../../wire/admin.ts';
import type { TagsReply } from '../../../wire/tags.ts';
import { Check } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { useLive } from '../../ui/live.ts';
import { moveBetweenRows } from '../../ui/rows.ts';
import { useStore } from '../../ui/store.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { TagFilter } from '../../ui/tags.tsx';
import { HighlightedText, Origin } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { routeNow } from '../../ui/route.ts';
import { conversationHref, go, href } from '../../ui/router.ts';
import { plainText } from '../../../domain/plain-text.ts';
import { TAGS_PATH } from '../addresses.ts';
import { tagOf, typedSearchOf } from '../queries.ts';
import { searchKey } from '../search-key.ts';
import { MAX_QUERY, useSearch } from '../use-search.ts';
import { Head } from './head.tsx';

type Result = SearchReply['results'][number];

const ROLES: Record<Result['role'], string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  agent: 'Agent',
  system: 'System',
};

export function Search({ query }: { query: URLSearchParams }) {
  const [typed, setTyped] = useState(typedSearchOf(query));
  const latest = useRef(typed);
  const text = typed.trim();
  const tag = tagOf(query);
  const tags = useLive<TagsReply>(TAGS_PATH).data?.tags;
  const search = useSearch({ text, tag });
  const hasKey = useStore(searchKey);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLOListElement>(null);
  useEffect(() => input.current?.focus(), []);

  const show = (value: string) => {
    latest.current = value;
    setTyped(value);
  };
  // Typed text is in the URL immediately, so a different text there was navigated to. `query` is not used,
  // because the route of a render can be older than the last key.
  useEffect(() => {
    const asked = typedSearchOf(routeNow().query);
    if (asked !== latest.current.trim()) show(asked);
  }, [query]);

  const type = (value: string) => {
    show(value);
    go(href(['search'], { q: value.trim(), tag: tagOf(routeNow().query) }), { replace: true });
  };
  const choose = (id: string) => go(href(['search'], { q: text, tag: id }), { replace: true });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const first = results.current?.querySelector<HTMLElement>('.row-link');
    if (event.key !== 'ArrowDown' || !first) return;
    event.preventDefault();
    first.focus();
  };
  const onResultKey = (event: KeyboardEvent) => {
    const links = results.current?.querySelectorAll('.row-link');
    if (event.key === 'ArrowUp' && event.target === links?.[0]) {
      event.preventDefault();
      input.current?.focus();
    } else moveBetweenRows(event);
  };

  return (
    <div class="view">
      <Head title="Search" lead="Finds messages that contain all your words." />
      <div class="search-field" role="search">
        <Icon svg={SearchIcon} />
        <input
          ref={input}
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          maxLength={MAX_QUERY}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {hasKey && <KeyCap name="/" />}
      </div>
      <TagFilter all={tags} value={tag} onChoose={choose} />
      <Check
        label="Open search with the / key"
        checked={hasKey}
        onChange={(on) => searchKey.update(() => on)}
      />
      <p class="unseen" role="status">
        {!search.searching && search.found && text !== '' && resultCount(search.found)}
      </p>
      <Results search={search} text={text} isTagged={tag !== ''}>
        {(found) => (
          <ol ref={results} class="results" onKeyDown={onResultKey} aria-busy={search.searching}>
            {found.results.map((result) => (
              <ResultRow key={result.messageId} result={result} />
            ))}
          </ol>
        )}
      </Results>
    </div>
  );
}

interface ResultsProps {
  search: ReturnType<typeof useSearch>;
  text: string;
  /** Whether only conversations with one tag are searched. */
  isTagged: boolean;
  children: (found: SearchReply) => preact.ComponentChildren;
}

function Results({ search, text, isTagged, children }: ResultsProps) {
  const { found, problem, searching, paging, retry } = search;
  if (text === '') {
    return (
      <Empty icon={SearchIcon} title="Search all messages">
        <p>For example a product, an order number or a name. Case and accents are ignored.</p>
      </Empty>
    );
  }
  if (problem !== undefined && !found) return <ErrorNotice sentence={problem} onRetry={retry} />;
  if (!found) return <ResultShapes />;
  // With a tag, a page can be empty although later ones are not.
  if (found.results.length === 0 && found.nextCursor === undefined && !searching) {
    return (
      <Empty icon={SearchIcon} title="No messages found">
        <p>Try fewer words or the beginning of a word{isTagged && ', or any tag'}.</p>
      </Empty>
    );
  }
  return (
    <>
      {children(found)}
      <More paging={{ ...paging, running: searching }} />
    </>
  );
}

function ResultRow({ result }: { result: Result }) {
  const { sessionId, seq, role, createdAt, origin, snippet, highlights } = result;
  const isMarkdown = role === 'assistant' || role === 'agent';
  const { text, marks } = isMarkdown ? plainText(snippet, highlights) : { text: snippet, marks: highlights };
  return (
    <li>
      <a class="row-link" href={conversationHref(sessionId, seq)}>
        <span class="snippet" dir="auto">
          <HighlightedText text={text} marks={marks} />
        </span>
        <span class="meta">
          <span>{ROLES[role]}</span>
          <Origin origin={origin} />
          <Time at={createdAt} />
        </span>
      </a>
    </li>
  );
}

function ResultShapes() {
  return (
    <ol class="results" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index} class="shape">
          <Bar width={30 + ((index * 11) % 24)} />
          <Bar width={18} />
        </li>
      ))}
    </ol>
  );
}

const resultCount = ({ results, nextCursor }: SearchReply): string =>
  nextCursor === undefined
    ? plural(results.length, 'message')
    : `More than ${plural(results.length, 'message')}`;
