import { SearchX } from 'lucide-static';
import type { SearchReply } from '../../../admin/wire/admin.ts';
import { plainText } from '../../../lib/plain-text.ts';
import { plural } from '../../ui/format.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { conversationHref } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { HighlightedText, Origin } from '../../ui/untrusted-text.tsx';
import type { useSearch } from './use-search.ts';

type Result = SearchReply['results'][number];

const ROLES: Record<Result['role'], string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  agent: 'Agent',
  system: 'System',
};

interface FoundMessagesProps {
  search: ReturnType<typeof useSearch>;
  /** Whether conversations were found by their visitor, so that no messages is not the end. */
  hasConversations: boolean;
  hasFilters: boolean;
}

/** The messages that hold all words, newest first. */
export function FoundMessages({ search, hasConversations, hasFilters }: FoundMessagesProps) {
  const { found, problem, searching, paging, retry } = search;
  if (problem !== undefined && !found) return <ErrorNotice sentence={problem} onRetry={retry} />;
  if (!found) return <ResultShapes />;
  // With filters, a page can be empty although later ones are not.
  if (found.results.length === 0 && found.nextCursor === undefined && !searching) {
    if (hasConversations) return null;
    return (
      <Empty icon={SearchX} title="Nothing found">
        <p>
          Try fewer words, the beginning of a word, a whole name or a whole e-mail address
          {hasFilters && ', or fewer filters'}.
        </p>
      </Empty>
    );
  }
  return (
    <section class="list" aria-labelledby="found-messages">
      <header>
        <h2 id="found-messages">Messages</h2>
      </header>
      <ol class="results" aria-busy={searching}>
        {found.results.map((result) => (
          <ResultRow key={result.messageId} result={result} />
        ))}
      </ol>
      <More paging={{ ...paging, running: searching }} />
    </section>
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

export const messageCount = ({ results, nextCursor }: SearchReply): string =>
  nextCursor === undefined
    ? plural(results.length, 'message')
    : `More than ${plural(results.length, 'message')}`;
