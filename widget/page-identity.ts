import type { Reply } from './api.ts';
import { text } from './model.ts';

/** A page that has the part for it answers in a moment, unless it asks its own server. */
const ANSWER_MS = 1e4;

interface Answer {
  /** Empty: the page has not identified its visitor, or has `failed` to. */
  token: string;
  failed: boolean;
}
const NONE: Answer = { token: '', failed: false };
const FAILED: Answer = { token: '', failed: true };

export interface PageIdentityOptions {
  /** Whether the widget's site has a login, and a page is there to ask. */
  isOn: () => boolean;
  /** Asks the page for a token of its visitor. */
  request: () => void;
  /** Reports to the page why its token was refused. */
  refuse: (detail: object) => void;
  /** Removes everything of the visitor before from this browser. */
  forget: () => void;
}

/** The identity of the visitor, as the page gives it for each new token of the service. */
export interface PageIdentity {
  /** Requests the service's token; `post` sends an identity, or none. */
  exchange(post: (identity: string) => Promise<Reply>): Promise<Reply>;
  /** The page's answer. */
  receive(answer: Answer): void;
  /** Whether the newest token of the service is for an identified visitor. */
  isKnown(): boolean;
}

const errorOf = ({ body }: Reply) => text(body.error);

export const pageIdentity = ({ isOn, request, refuse, forget }: PageIdentityOptions): PageIdentity => {
  let receive = (_answer: Answer) => {};
  let known = false;
  /** A token of the service was for an identified visitor on this page. */
  let named = false;

  const ask = () =>
    new Promise<Answer>((resolve) => {
      setTimeout(resolve, ANSWER_MS, FAILED);
      receive = resolve;
      request();
    });

  return {
    async exchange(post) {
      const { token, failed } = isOn() ? await ask() : NONE;
      const reply = await post(token);
      known = !!token && reply.status === 200;
      named ||= known;
      const error = errorOf(reply);
      // Another visitor is identified in another tab: to forget that one would make both tabs take turns.
      if (error === 'identity-changed' && named) return reply;
      // Of another visitor, or of one whom the page does not know any more.
      if (error === 'identity-changed' || (error === 'identity-required' && !token && !failed)) forget();
      if (!token || !/^(identity|vault)-(?!changed)/.test(error)) return reply;
      const { refusal = error, explanation = reply.body.message } = reply.body;
      refuse({ refusal, explanation });
      // A visitor without an earlier identity continues without a name; any other gets an explanation.
      return await post('');
    },
    receive: (answer) => receive(answer),
    isKnown: () => known,
  };
};
