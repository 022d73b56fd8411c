import type { Reply } from '../api.ts';
import { text } from '../model.ts';

/** Time-out of the page's answer, in milliseconds. The page may ask its server. */
const ANSWER_MS = 10_000;

interface Answer {
  /** Empty if the page has not identified its visitor; `failed` if that did not work. */
  token: string;
  failed: boolean;
}
const NONE: Answer = { token: '', failed: false };
const FAILED: Answer = { token: '', failed: true };

interface PageIdentityOptions {
  /** Whether the widget's site has a login, and there is a page to ask. */
  isOn: () => boolean;
  /** Asks the page for its visitor's identity token. */
  request: () => void;
  /** Reports to the page why its token was refused. */
  refuse: (detail: object) => void;
  /** Removes all data of the previous visitor from this browser. */
  forget: () => void;
}

/** The visitor's identity, which the page provides for each new token of the service. */
interface PageIdentity {
  /** Requests the service's token. `post` sends the identity token, or an empty one. */
  exchange(post: (identity: string) => Promise<Reply>): Promise<Reply>;
  /** Handles the page's answer. */
  receive(answer: Answer): void;
  /** Whether the latest token of the service is for an identified visitor. */
  isKnown(): boolean;
  /** Whether the page has identified its visitor in the latest request. */
  isOffered(): boolean;
}

const errorOf = ({ body }: Reply) => text(body.error);

export const pageIdentity = ({ isOn, request, refuse, forget }: PageIdentityOptions): PageIdentity => {
  let receive = (_answer: Answer) => {};
  let known = false;
  let offered = false;
  /** Whether a token of the service was for an identified visitor on this page. */
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
      offered = !!token;
      known = offered && reply.status === 200 && !reply.body.linked;
      named ||= known;
      const error = errorOf(reply);
      // Another tab has identified a different visitor. Forgetting that visitor would make both tabs
      // alternate.
      if (error === 'identity-changed' && named) return reply;
      // The conversation belongs to another visitor, or to one whom the page no longer identifies.
      if (error === 'identity-changed' || (error === 'identity-required' && !token && !failed)) forget();
      if (!token || !/^(identity|vault)-(?!changed)/.test(error)) return reply;
      const { refusal = error, explanation = reply.body.message } = reply.body;
      refuse({ refusal, explanation });
      // A visitor without an earlier identity continues anonymously. Others get an explanation.
      return await post('');
    },
    receive: (answer) => receive(answer),
    isKnown: () => known,
    isOffered: () => offered,
  };
};
