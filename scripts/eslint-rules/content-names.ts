/** Fields with content, by their full name or its end: `text`, `replyText`, `lastSessionId`. */
const FIELDS = new Set([
  // Texts of visitors, agents and the assistant.
  'body',
  'comment',
  'content',
  'message',
  'preview',
  'proposal',
  'query',
  'question',
  'sentence',
  'snippet',
  'text',
  'transcript',
  // Identities of people.
  'agentname',
  'claimedby',
  'claimedbyname',
  'contact',
  'displayname',
  'email',
  'emailaddress',
  'familyname',
  'firstname',
  'fullname',
  'givenname',
  'lastname',
  'nickname',
  'oid',
  'phone',
  'preferredusername',
  'upn',
  'username',
  'visitorname',
  // The URL of a request.
  'requesturl',
  // Ids of conversations.
  'sessionid',
  'userid',
]);

/**
 * Fields with content only under this exact name: the result of an action, and a stack, which begins with its
 * error's text.
 */
const EXACT_FIELDS = new Set([
  'data',
  'delta',
  'history',
  'html',
  'mail',
  'mailto',
  'prompt',
  'q',
  'recipient',
  'reply',
  'stack',
  'subject',
  'to',
]);

/** Records with content. A single field can be harmless, but the whole record is not. */
const RECORDS = new Set(['agent', 'claims', 'conversation', 'req', 'request', 'session', 'user', 'visitor']);

/** Fields with content or a harmless code, depending on their owner. */
const AMBIGUOUS: Readonly<Record<string, ReadonlySet<string>>> = {
  name: new Set(['constructor', 'dependency', 'endpoint', 'operation', 'spec', 'step']),
  reason: new Set(['details', 'failure', 'outcome']),
};
/** Parts of a request: a URL's query can contain a session id or the admin key, and headers a token. */
const ADDRESS = /^(rawurl|originalurl|url|href|search|searchparam|header|cookie)$/;
const REQUESTS = /(^|[a-z\d])(req|request|incoming)$/i;
const ERRORS = /^(e|err|error|cause|exception|failure|issue|thrown)$/i;

/** Splits `lastSessionId`, `last_session_id` and `LAST_SESSION_ID` into the same words in the singular. */
function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const last = words.pop();
  return last === undefined ? [] : [...words, last.length > 2 ? last.replace(/s$/, '') : last];
}

/** Whether a member has as much content as its object, such as the `href` of a URL. */
export function isAddressPart(name: string): boolean {
  return ADDRESS.test(wordsOf(name).join(''));
}

/** Whether a value with this name, as a member of `owner` if given, is content. */
export function isContent(name: string, owner?: string): boolean {
  const whole = wordsOf(name).join('');
  if (whole === 'id') return owner !== undefined && wordsOf(owner).at(-1) === 'session';
  const harmlessOwners = AMBIGUOUS[whole];
  if (harmlessOwners) {
    return owner === undefined || !(harmlessOwners.has(owner) || (ERRORS.test(owner) && whole === 'name'));
  }
  if (ADDRESS.test(whole) && owner !== undefined && REQUESTS.test(owner)) return true;
  return RECORDS.has(whole) || isContentKey(name);
}

/** Whether a key with this name announces content. For records and `name`, the value decides. */
export function isContentKey(name: string): boolean {
  const words = wordsOf(name);
  const whole = words.join('');
  return EXACT_FIELDS.has(whole) || words.some((_, at) => FIELDS.has(words.slice(at).join('')));
}
