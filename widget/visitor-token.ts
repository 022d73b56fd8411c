import { api, type Api, type Reply } from './api.ts';
import { loose, text, type Loose } from './model.ts';
import type { Store } from './storage.ts';

/** Whether the visitor can write, or why not. */
export type Entry = 'open' | 'sign-in' | 'unavailable';

export interface VisitorToken {
  /** Calls the service with the token, which is asked for, and renewed, as needed. */
  call: Api;
  /** Asks for a token where there is none that is good; with `proof`, for the visitor who has signed in. */
  ask(proof?: string): Promise<Reply>;
  /** The next token is for a new session. */
  renounce(): void;
  /** Whether the visitor has had a token in this browser. */
  known(): boolean;
  /** The session that the token is for; empty before the first one. */
  sessionId(): string;
}

/** A token is renewed this long before it ends, and never sooner than this after it came: clocks may disagree. */
const MARGIN_MS = 6e4;
/** Each answer may have been overtaken by another tab. */
const ATTEMPTS = 3;

const REFUSALS = ['widget-not-found', 'widget-disabled', 'origin-not-allowed'];

/** What an answer says of it; undefined where it says nothing. */
export const entryOf = ({ status, body }: Reply): Entry | undefined => {
  const error = text(body.error);
  if (REFUSALS.includes(error)) return 'unavailable';
  return error === 'sign-in-required' ? 'sign-in' : status === 200 ? 'open' : undefined;
};

const silence = (): Reply => ({ status: 0, body: {} });

/**
 * The visitor's token of one registered widget (docs/api.md, Visitor tokens). The token is kept in memory, what renews it in
 * `kept`, which all tabs of a site share. A call for another session than the token's is not made: `adopt` is told the session
 * that the token is for. `onReply` hears what came of each request for a token, and of a call that the widget's end has ended.
 */
export const visitorToken = (
  base: string,
  widgetId: string,
  kept: Store,
  adopt: (sessionId: string) => void,
  onReply: (reply: Reply) => void,
): VisitorToken => {
  const service = api(base);
  /** What is kept, for where it cannot be stored. */
  let memory: Loose = {};
  let blocked = false;
  let token = '';
  let sessionId = '';
  /** When the token is no longer good for a call, in milliseconds since the epoch. */
  let until = 0;
  let asking: Promise<Reply> | undefined;

  const stored = () => (blocked ? memory : kept());
  const keep = (fields: Loose) => {
    kept((memory = fields));
    blocked = kept().renewal !== fields.renewal;
  };

  const isGood = () => {
    const now = stored();
    // Another tab may have gone on to another session.
    return !now.fresh && now.sessionId === sessionId && Date.now() < until;
  };

  const renew = async (proof?: string): Promise<Reply> => {
    const { renewal, fresh } = stored();
    const reply = await service('widget/token', {
      widgetId,
      ...(renewal ? { renewal } : {}),
      ...(fresh ? { fresh } : {}),
      ...(proof && { proof }),
    });
    const { body } = reply;
    if (reply.status === 200) {
      if (!text(body.token) || !text(body.sessionId)) return silence();
      token = text(body.token);
      sessionId = text(body.sessionId);
      const left = Date.parse(text(body.expiresAt)) - Date.now() || 0;
      until = Date.now() + Math.max(left - MARGIN_MS, MARGIN_MS);
      // Renounced in the meantime, it serves for nothing but the next renewal.
      keep({ renewal: body.renewal, sessionId, ...(stored().fresh && !fresh ? { fresh: true } : {}) });
    }
    onReply(reply);
    return reply;
  };

  const ask = async (proof?: string): Promise<Reply> => {
    let reply = silence();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const proven = attempt ? undefined : proof;
      if (!proven && isGood()) return { ...reply, status: 200 };
      // All who wait for a token wait for the same one.
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
    known: () => !!stored().renewal,
    sessionId: () => sessionId,
    renounce() {
      keep({ ...stored(), fresh: true });
    },
    async call(path, body, onEvent, onStart) {
      const wanted = body ? loose(body).sessionId : new URL(path, base).searchParams.get('sessionId');
      for (let attempt = 0; ; attempt++) {
        const answer = await ask();
        if (answer.status !== 200) return answer;
        if (wanted !== sessionId) {
          adopt(sessionId);
          return silence();
        }
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
        const reply = await api(base, { headers })(path, body, onEvent, onStart);
        const refused = entryOf(reply) === 'unavailable';
        if (refused || reply.status === 401) until = 0;
        if (refused) onReply(reply);
        if (reply.status !== 401 || attempt) return reply;
      }
    },
  };
};
