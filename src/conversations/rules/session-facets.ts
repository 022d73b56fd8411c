import { fold } from '../../lib/folding.ts';
import type { SessionRecord } from '../records/session.ts';
import { sourceDomain } from './origin.ts';

/** The ratings that conversations are filtered by: of answers, missing answers, and of the conversation. */
export const RATING_FILTERS = [
  'answer-helpful',
  'answer-not-helpful',
  'not-answered',
  'helpful',
  'not-helpful',
] as const;
export type RatingFilter = (typeof RATING_FILTERS)[number];

/** The widget filter for conversations of the plain embed. */
export const NO_WIDGET = 'none';

/** Filters of lists; all of them must match. */
export interface FacetFilter {
  /** The id of a registered widget, or NO_WIDGET. */
  widget?: string | undefined;
  /** The oid of the agent who has, or had at the close, the conversation. */
  agent?: string | undefined;
  /** The id of a tag. */
  tag?: string | undefined;
  sourceDomain?: string | undefined;
  rating?: RatingFilter | undefined;
  /** The language of the visitor's browser, without its region. */
  language?: string | undefined;
  /** Whole words of a name, an e-mail address, a phone number or the id of a verified visitor. */
  person?: string | undefined;
}

/** The values by which a session is found, for an index: sorted, without duplicates. */
export function facetsOf(session: SessionRecord): string[] {
  const { widget, claimedBy, tagIds = [], locale } = session;
  const domain = sourceDomain(session);
  const language = locale === undefined ? undefined : languageOf(locale);
  const facets = [
    facet('widget', widget?.id ?? NO_WIDGET),
    ...(claimedBy === undefined ? [] : [facet('agent', claimedBy)]),
    ...tagIds.map((id) => facet('tag', id)),
    ...(domain === undefined ? [] : [facet('domain', domain)]),
    ...ratingsOf(session).map((rating) => facet('rating', rating)),
    ...(language === undefined ? [] : [facet('language', language)]),
    ...personTerms(session).map((term) => facet('person', term)),
    ...identifiersOf(session),
  ];
  return [...new Set(facets)].sort();
}

/** The facets that a session must have to match the filters; the most selective one first. */
export function wantedFacets(filter: FacetFilter): string[] {
  const { person, rating, tag, agent, widget, sourceDomain: domain, language } = filter;
  return [
    ...(person === undefined ? [] : searchedPerson(person)),
    ...(rating === undefined ? [] : [facet('rating', rating)]),
    ...(tag === undefined ? [] : [facet('tag', tag)]),
    ...(agent === undefined ? [] : [facet('agent', agent)]),
    ...(widget === undefined ? [] : [facet('widget', widget)]),
    ...(domain === undefined ? [] : [facet('domain', domain)]),
    ...(language === undefined ? [] : [facet('language', languageOf(language) ?? language)]),
  ];
}

/** An address, a phone number, or a verified visitor with the issuer: each means one person. */
export const IDENTIFIER = /^(email|phone|visitor):./;

/** The identifiers of a session's visitor; they are facets. */
export function identifiersOf({ visitor, visitorIssuer = '', contact }: SessionRecord): string[] {
  const emails = [visitor?.email, contact?.email].flatMap((email) => (email ? [fold(email.trim())] : []));
  const phone = digitsOf(contact?.phone ?? '');
  return [
    ...(visitor ? [facet('visitor', `${visitorIssuer} ${visitor.subject}`)] : []),
    ...new Set(emails.map((email) => facet('email', email))),
    ...(phone === '' ? [] : [facet('phone', phone)]),
  ];
}

export function hasFacets(session: SessionRecord, wanted: readonly string[]): boolean {
  const facets = new Set(facetsOf(session));
  return wanted.every((one) => facets.has(one));
}

const facet = (kind: string, value: string) => `${kind}:${value}`;

/** The language of a tag (BCP 47) without its region: `de` of `de-AT`. */
const languageOf = (tag: string): string | undefined => /^[a-z]{2,3}/i.exec(tag)?.[0].toLowerCase();

function ratingsOf({ answers, visitorRating }: SessionRecord): RatingFilter[] {
  return [
    ...(answers && answers.helpful > 0 ? ['answer-helpful' as const] : []),
    ...(answers && answers.notHelpful > 0 ? ['answer-not-helpful' as const] : []),
    ...(answers && answers.unanswered > 0 ? ['not-answered' as const] : []),
    ...(visitorRating ? [visitorRating.helpful ? ('helpful' as const) : ('not-helpful' as const)] : []),
  ];
}

/** The terms by which a person is found, in addition to addresses: words of names, phone numbers, the id. */
function personTerms({ visitor, contact }: SessionRecord): string[] {
  const names = [visitor?.name, contact?.name].flatMap((name) => wordsOf(name ?? ''));
  return [...names, fold(visitor?.subject ?? ''), digitsOf(contact?.phone ?? '')].filter(
    (term) => term !== '',
  );
}

/** The facets of a search for a person. A phone number is one term, whatever separates its digits. */
function searchedPerson(text: string): string[] {
  const digits = digitsOf(text);
  const terms = /^[\d\s()+/.-]{5,}$/.test(text) && digits !== '' ? [digits] : wordsOf(text);
  return terms.map((term) => facet(term.includes('@') ? 'email' : 'person', term));
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '');

/** The digits of a phone number; an international prefix is written without zeros. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^00/, '');
