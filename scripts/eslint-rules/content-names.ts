/** Fields that hold content, alone or as the end of a longer name: `text`, `replyText`, `lastSessionId`. */
const FIELDS = new Set([
  // What people and the assistant write.
  'body',
  'content',
  'message',
  'preview',
  'query',
  'question',
  'snippet',
  'text',
  'transcript',
  // Who they are.
  'agentname',
  'claimedby',
  'claimedbyname',
  'displayname',
  'email',
  'familyname',
  'firstname',
  'fullname',
  'givenname',
  'lastname',
  'nickname',
  'oid',
  'preferredusername',
  'upn',
  'username',
  'visitorname',
  // The address of a request.
  'requesturl',
  // Where they talk.
  'sessionid',
  'userid',
]);

/** Fields that hold content only under exactly this name. A stack begins with its error's text. */
const EXACT_FIELDS = new Set(['delta', 'history', 'mail', 'prompt', 'q', 'reply', 'stack']);

/** Whole records that have content inside; one field of them may be harmless, the record never is. */
const RECORDS = new Set(['agent', 'claims', 'conversation', 'req', 'request', 'session', 'user', 'visitor']);

/** Fields that hold content or a plain code, depending on whose they are. */
const AMBIGUOUS: Readonly<Record<string, ReadonlySet<string>>> = {
  name: new Set(['constructor', 'dependency', 'endpoint', 'operation', 'spec', 'step']),
  reason: new Set(['details', 'failure', 'outcome']),
};
/** The address of a request: its query may hold a session id or the admin key, its headers a token. */
const ADDRESS = /^(rawurl|originalurl|url|href|search|searchparam|header|cookie)$/;
const REQUESTS = /(^|[a-z\d])(req|request|incoming)$/i;
const ERRORS = /^(e|err|error|cause|exception|failure|issue|thrown)$/i;

/** Splits `lastSessionId`, `last_session_id` and `LAST_SESSION_ID` into the same words; a plural counts as its singular. */
function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const last = words.pop();
  return last === undefined ? [] : [...words, last.length > 2 ? last.replace(/s$/, '') : last];
}

/** Decides whether a member of this name is as much content as what it is read from: the `href` of an address. */
export function isAddressPart(name: string): boolean {
  return ADDRESS.test(wordsOf(name).join(''));
}

/** Decides whether a value of this name, member of `owner` where it is one, holds content. */
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

/** Decides whether a key of this name announces content. A record or a `name` does not: there the value is judged. */
export function isContentKey(name: string): boolean {
  const words = wordsOf(name);
  const whole = words.join('');
  return EXACT_FIELDS.has(whole) || words.some((_, at) => FIELDS.has(words.slice(at).join('')));
}
