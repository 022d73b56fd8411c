import { BadgeCheck, TriangleAlert, X, Mail, MailCheck } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { SignedInVisitor } from '../../../conversations/records/session.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { sourceDomain as domainOf } from '../../../conversations/rules/origin.ts';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { TagChips } from '../../ui/tags.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ratingFacts, leftMessageFacts } from '../../ui/visitor-facts.tsx';
import { isMine } from '../model/rows.ts';
import type { Desk } from '../state/desk.ts';
import { conversationOf, type Conversation, type DeskState } from '../state/state.ts';
import { VisitorActions } from './visitor-actions.tsx';
import { Page } from './page-link.tsx';
import { VisitedPages } from './visited-pages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';

const VisitorHistory = lazyComponent(async () => (await import('../app/on-demand.ts')).VisitorHistory);
const SentEmails = lazyComponent(async () => (await import('../app/on-demand.ts')).SentEmails);

interface AboutProps {
  desk: Desk;
  state: DeskState;
  sessionId: string;
  onTags: () => void;
  onClose: () => void;
}

/** Details of the visitor and the conversation, with a summary on request. */
export function About({ desk, state, sessionId, onTags, onClose }: AboutProps) {
  const row = state.rows.get(sessionId);
  const conversation = conversationOf(state, sessionId);
  return (
    <>
      <header class="pane-head">
        <h2 class="pane-title" tabIndex={-1}>
          About
        </h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      <div class="about">
        {row && <Contact desk={desk} row={row} conversation={conversation} oid={state.me.oid} />}
        <section class="about-tags" aria-label="Tags">
          <TagChips tagIds={row?.tagIds} all={state.tags} />
          <Button aria-keyshortcuts="l" onClick={onTags}>
            Edit tags
          </Button>
        </section>
        {conversation.about.emails && <SentEmails.Component emails={conversation.about.emails} />}
        <dl class="details">
          {row
            ? factsOf(row, conversation).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))
            : ['Source domain', 'Page', 'Started'].map((name) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Bar width={16} />
                  </dd>
                </div>
              ))}
        </dl>
        {row && <VisitorActions desk={desk} row={row} oid={state.me.oid} />}
        <VisitedPages pages={conversation.about.pages} />
        {row?.visitor && <VisitorHistory.Component desk={desk} sessionId={sessionId} />}
        {state.drafting && <Summary desk={desk} sessionId={sessionId} conversation={conversation} />}
      </div>
    </>
  );
}

function factsOf(row: ListedSession, { about }: Conversation): [name: string, value: ComponentChildren][] {
  const { humanRequestedAt, claimedAt, closedAt, sourceDomain, widget, visitor } = row;
  const time = (name: string, at: string | undefined): [string, ComponentChildren][] =>
    at === undefined ? [] : [[name, <Time key={name} at={at} />]];
  const words = (name: string, text: string | undefined): [string, ComponentChildren][] =>
    text === undefined ? [] : [[name, <UntrustedText key={name} text={text} />]];
  return [
    ...(visitor ? signedIn(visitor) : []),
    [
      'Source domain',
      sourceDomain === undefined ? 'Not recorded' : <UntrustedText key="source" text={sourceDomain} />,
    ],
    ...words('Widget', widget?.name),
    ...words('Site', siteOf(row)),
    ['Page', <Page key="page" address={about.pageUrl} />],
    ['Language', about.locale === undefined ? 'Unknown' : languageName(about.locale)],
    ...time('Started', row.createdAt),
    ...time('Agent requested', humanRequestedAt),
    ...time('Claimed', claimedAt),
    ...time('Last message', row.lastMessageAt),
    ...time('Closed', closedAt),
    ...ratingFacts(about.visitorRating),
    ['Messages', formatCount(row.messageCount)],
  ];
}

/** The embedding site, if it differs from the source domain. */
function siteOf({ origin, sourceDomain }: ListedSession): string | undefined {
  return origin !== undefined && domainOf({ origin }) !== sourceDomain
    ? origin.replace(/^https:\/\//, '')
    : undefined;
}

/**
 * The visitor's identity. The directory vouches for account and name, and for the e-mail address only if it
 * says so.
 */
function signedIn(visitor: SignedInVisitor): [string, ComponentChildren][] {
  const { name, subject, email, emailVerified, claims = {} } = visitor;
  const account: [string, ComponentChildren] = [
    'Signed in as',
    <>
      <UntrustedText text={name} /> <Mark verified />
      <span class="account">
        Account <UntrustedText text={subject} />
      </span>
    </>,
  ];
  const said = Object.entries(claims).map(([claim, text]): [string, ComponentChildren] => [
    claim,
    <UntrustedText key={claim} text={text} />,
  ]);
  if (email === undefined) return [account, ...said];
  const address = (
    <>
      <UntrustedText text={email} /> <Mark verified={emailVerified === true} />
    </>
  );
  return [account, ['E-mail', address], ...said];
}

function Mark({ verified }: { verified: boolean }) {
  return (
    <span class={verified ? 'verified' : 'unverified'}>
      <Icon svg={verified ? BadgeCheck : TriangleAlert} size={14} /> {verified ? 'Verified' : 'Not verified'}
    </span>
  );
}

/** The name of a language in the agent's language. An unknown tag is shown unchanged. */
function languageName(locale: string): ComponentChildren {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(locale) ?? locale;
  } catch {
    // The browser does not know the tag.
    return <UntrustedText text={locale} />;
  }
}

interface SummaryProps {
  desk: Desk;
  sessionId: string;
  conversation: Conversation;
}

/** The summary is formatted as an assistant's message, without sources. */
const SUMMARY = { role: 'assistant' } as const;

function Summary({ desk, sessionId, conversation: { summary } }: SummaryProps) {
  const { running = false, draft, problem } = summary ?? {};
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h3 id="summary-title">Summary</h3>
      <div aria-live="polite" aria-busy={running}>
        {running && (
          <p>
            <Bar width={26} />
          </p>
        )}
        {problem !== undefined && <p class="bad">{problem}</p>}
        {draft && (
          <div class="text" dir="auto">
            <Markdown text={draft.text ?? 'Nothing to summarize yet.'} of={SUMMARY} />
          </div>
        )}
      </div>
      <Button disabled={running} onClick={() => void desk.assist.summarize(sessionId)}>
        {draft ? 'Summarize again' : 'Summarize'}
      </Button>
    </section>
  );
}

interface ContactProps {
  desk: Desk;
  row: ListedSession;
  conversation: Conversation;
  oid: string;
}

/** The visitor's left message, with its answered state. Renders nothing without a message. */
function Contact({ desk, row, conversation, oid }: ContactProps) {
  const { sessionId, leftMessage, status, claimedBy } = row;
  if (!leftMessage) return null;
  const mayMark = isMine(row, oid) || (status === 'closed' && claimedBy === oid);
  const isAnswered = leftMessage.answeredAt !== undefined;
  return (
    <section class="contact" aria-label="Message left">
      <dl class="details">
        {leftMessageFacts(leftMessage, conversation.about.contact).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayMark && (
        <Button
          disabled={conversation.acting !== undefined}
          onClick={() => void desk.actions.markAnswered(sessionId, !isAnswered)}
        >
          <Icon svg={isAnswered ? Mail : MailCheck} size={16} />
          {isAnswered ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
      )}
    </section>
  );
}
