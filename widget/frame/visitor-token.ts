import { api, type Api, type Reply } from '../api.ts';
import { loose, text, type Loose } from '../model.ts';
import type { Store } from '../storage.ts';

/** Whether the visitor can write, or why not. */
export type Entry = 'open' | 'sign-in' | 'continue' | 'unavailable' | 'expired';

interface VisitorToken {
  /** Calls the service with the token, which is requested and renewed as needed. */
  call: Api;
  /**
   * Requests a token if there is no valid one, or with `again`. `proof` is for a visitor who has signed in.
   */
  ask(proof?: string, again?: boolean): Promise<Reply>;
  /** The next token is for a new session. */
  renounce(): void;
  /** The next token is for an earlier session: by its renewal, or for the signed-in visitor. */
  resume(sessionId: string, renewal?: string): void;
  /** The answer whether a visitor who signs in continues the conversation that a link opened. */
  decide(isContinued: boolean): void;
  /** Whether the visitor has had a token in this browser. */
  known(): boolean;
  /** The session of the token; empty before the first one. */
  sessionId(): string;
}

/**
 * How long before its expiry a token is renewed, but not within this time after it was issued, because clocks
 * can differ; in milliseconds.
 */
const MARGIN_MS = 60_000;
/** Each response can be outdated by another tab's. */
const ATTEMPTS = 3;

const REFUSALS = ['widget-not-found', 'widget-disabled', 'origin-not-allowed', 'chat-off'];

/** The state in a response; undefined if missing. */
export const entryStateOf = ({ status, body }: Reply): Entry | undefined => {
  const error = text(body.error);
  if (REFUSALS.includes(error)) return 'unavailable';
  if (error === 'sign-in-required') return 'sign-in';
  if (/^identity-(required|changed)$/.test(error)) return 'expired';
  return status === 200 ? 'open' : undefined;
};

const silence = (): Reply => ({ status: 0, body: {} });

interface VisitorTokenOptions {
  base: string;
  widgetId: string;
  /** Stores the renewal, which all tabs of a site share. */
  kept: Store;
  /** Called with the token's session if a call is for another one, which is not sent then. */
  adopt: (sessionId: string) => void;
  /** Sends a token request with the page's identity token. */
  exchange: (post: (identity: string) => Promise<Reply>) => Promise<Reply>;
  /**
   * Called with the response of each token request, and of a call that failed because the widget was
   * disabled.
   */
  onReply: (reply: Reply) => void;
}

/** The visitor token of a registered widget, kept in memory (docs/api.md, Visitor tokens). */
export const visitorToken = (options: VisitorTokenOptions): VisitorToken => {
  const { base, widgetId, kept, adopt, exchange, onReply } = options;
  const service = api(base);
  /** The fallback for blocked storage. */
  let memory: Loose = {};
  let blocked = false;
  let token = '';
  let sessionId = '';
  /** When the token is no longer used for calls, in milliseconds since the epoch. */
  let until = 0;
  let asking: Promise<Reply> | undefined;
  let decision: boolean | undefined;

  const stored = () => (blocked ? memory : kept());
  const keep = (fields: Loose) => {
    kept((memory = fields));
    blocked = kept().renewal !== fields.renewal;
  };

  const isGood = () => {
    const now = stored();
    // Another tab may have switched to another session.
    return !now.fresh && now.sessionId === sessionId && Date.now() < until;
  };

  const renew = async (proof?: string): Promise<Reply> => {
    let fresh: unknown;
    let meant: unknown;
    let proven = !!proof;
    const post = (identity: string) => {
      const { renewal, ...now } = stored();
      ({ fresh, sessionId: meant } = now);
      proven ||= !!identity;
      return service('widget/token', {
        widgetId,
        ...(renewal ? { renewal } : {}),
        ...(meant ? { sessionId: meant } : {}),
        ...(fresh ? { fresh } : {}),
        ...(proof ? { proof } : identity && { identity }),
        continue: decision,
      });
    };
    const reply = await (proof ? post('') : exchange(post));
    const { body } = reply;
    if (reply.status === 200) {
      if (!text(body.token) || !text(body.sessionId)) return silence();
      token = text(body.token);
      if (!body.linked) decision = undefined;
      sessionId = text(body.sessionId);
      const left = Date.parse(text(body.expiresAt)) - Date.now() || 0;
      until = Date.now() + Math.max(left - MARGIN_MS, MARGIN_MS);
      // Otherwise the visitor has returned to another conversation in the meantime, here or in another tab.
      if (proven || stored().sessionId === meant) {
        // A token that was renounced in the meantime is only kept for the next renewal.
        keep({
          renewal: body.renewal,
          sessionId,
          // The list on this device stores no renewal for a signed-in visitor.
          ...(body.visitor ? { named: true } : {}),
          ...(stored().fresh && !fresh ? { fresh: true } : {}),
        });
      }
    }
    onReply(reply);
    return reply;
  };

  const ask = async (proof?: string, again?: boolean): Promise<Reply> => {
    let reply = silence();
    // A pending request may lack the identity that the page has just provided.
    if (again) await asking;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const proven = attempt ? undefined : proof;
      if (!proven && isGood() && !(again && !attempt)) return { ...reply, status: 200 };
      // Single-flight: concurrent calls wait for the same token.
      const answer = (!proven && asking) || renew(proven);
      asking = answer;
      reply = await answer;
      if (asking === answer) asking = undefined;
      if (reply.status !== 200) return reply;
    }
    return reply;
  };

  return {
    ask,
    decide(isContinued) {
      decision = isContinued;
    },
    known: () => !!stored().renewal,
    sessionId: () => sessionId,
    renounce() {
      keep({ ...stored(), fresh: true });
    },
    resume(meant, renewal) {
      const { fresh: _none, ...before } = stored();
      decision = undefined;
      keep({ ...before, sessionId: meant, ...(renewal ? { renewal } : {}) });
    },
    async call(path, body, onEvent, onStart) {
      // A call without a session is for the visitor's current one.
      const wanted = loose(body).sessionId ?? new URL(path, base).searchParams.get('sessionId');
      for (let attempt = 0; ; attempt++) {
        const answer = await ask();
        if (answer.status !== 200) return answer;
        if ((wanted ?? sessionId) !== sessionId) {
          adopt(sessionId);
          return silence();
        }
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
        const reply = await api(base, { headers })(path, body, onEvent, onStart);
        const refused = entryStateOf(reply) === 'unavailable';
        if (refused || reply.status === 401) until = 0;
        if (refused) onReply(reply);
        if (reply.status !== 401 || attempt) return reply;
      }
    },
  };
};
