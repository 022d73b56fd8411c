import { useRef, useState } from 'preact/hooks';
import { plainText } from '../../../lib/plain-text.ts';
import type { AgentSearchReply } from '../../../desk/wire/agent-search.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { moveBetweenRows } from '../../ui/rows.ts';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { TagFilter } from '../../ui/tags.tsx';
import { Time } from '../../ui/time.tsx';
import { HighlightedText, UntrustedText } from '../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../ui/visible.ts';
import { conversationHref } from '../router.ts';
import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/state.ts';
import { NO_CRITERIA, useAgentSearch, type SearchCriteria } from './use-agent-search.ts';
import { VisitorName } from '../app/visitor-name.tsx';

type Result = AgentSearchReply['results'][number];

interface SearchProps {
  desk: Desk;
  state: Pick<DeskState, 'domains' | 'tags'>;
  onClose: () => void;
}

/** Searches all conversations by words, visitor, source domain, tag and time. */
export function Search({ desk, state: { domains, tags }, onClose }: SearchProps) {
  const [wanted, setWanted] = useState(NO_CRITERIA);
  const { results, problem, searching, paging, retry } = useAgentSearch(desk.api, wanted);
  const list = useRef<HTMLOListElement>(null);
  const want = (part: Partial<SearchCriteria>) => setWanted((before) => ({ ...before, ...part }));

  return (
    <Dialog title="Search" onClose={onClose} wide>
      <div
        class="search-fields"
        role="search"
        onKeyDown={(event) => {
          const first = list.current?.querySelector<HTMLElement>('.row-link');
          const isWords = event.target instanceof HTMLInputElement && event.target.type === 'search';
          if (event.key !== 'ArrowDown' || !isWords || !first) return;
          event.preventDefault();
          first.focus();
        }}
      >
        <input
          type="search"
          class="words"
          aria-label="Words in messages"
          placeholder="Words in messages"
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          value={wanted.text}
          onInput={({ currentTarget }) => want({ text: currentTarget.value })}
        />
        <input
          type="text"
          aria-label="Visitor"
          placeholder="Visitor"
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
          value={wanted.visitor}
          onInput={({ currentTarget }) => want({ visitor: currentTarget.value })}
        />
        <select
          aria-label="Source domain"
          value={wanted.sourceDomain}
          onChange={({ currentTarget }) => want({ sourceDomain: currentTarget.value })}
        >
          <option value="">Any domain</option>
          {domains.map((domain) => (
            <option key={domain} value={domain}>
              {showControlCharacters(domain)}
            </option>
          ))}
        </select>
        <TagFilter all={tags} value={wanted.tagId} onChoose={(tagId) => want({ tagId })} />
        <DayField label="From" value={wanted.fromDay} onChange={(fromDay) => want({ fromDay })} />
        <DayField label="To" value={wanted.toDay} onChange={(toDay) => want({ toDay })} />
      </div>
      <p class="quiet" role="status">
        {!searching && results && resultCount(results.length, paging.hasMore)}
      </p>
      <ErrorNotice sentence={problem} onRetry={retry} />
      <ol ref={list} class="found" aria-busy={searching} onKeyDown={moveBetweenRows}>
        {results?.map((result) => (
          <Row key={result.message?.messageId ?? result.session.sessionId} result={result} onOpen={onClose} />
        ))}
      </ol>
      <More paging={{ ...paging, running: searching || paging.running }} />
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label class="day-field">
      {label}
      <input type="date" value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}

/** The number of results. A filtered page can be empty and still be followed by another one. */
function resultCount(count: number, hasMore: boolean): string {
  if (count > 0) return hasMore ? `More than ${plural(count, 'result')}` : plural(count, 'result');
  return hasMore ? 'No results in the newest conversations.' : 'No results. Try fewer words or another time.';
}

function Row({ result: { session, message }, onOpen }: { result: Result; onOpen: () => void }) {
  const { text, marks } = message
    ? plainText(message.snippet, message.highlights)
    : { text: session.opening, marks: [] };
  return (
    <li>
      <a class="row-link" href={conversationHref(session.sessionId, message?.seq)} onClick={onOpen}>
        <b>
          <VisitorName session={session} />
        </b>
        <span class="found-text" dir="auto">
          <HighlightedText text={text} marks={marks} />
        </span>
        <span class="found-facts">
          <span>{STATUS_NAMES[session.status]}</span>
          {session.sourceDomain !== undefined && <UntrustedText text={session.sourceDomain} />}
          <Time at={message?.createdAt ?? session.lastMessageAt} />
        </span>
      </a>
    </li>
  );
}
