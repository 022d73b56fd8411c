import { SignInFailed, SignInNeeded, type Access } from './agent-sign-in/access.ts';
import { apiClient, Problem, type ApiClient } from './request.ts';

export interface AgentApi extends ApiClient {
  /** Sends a POST with the last token while the page is being closed. The response is not read. */
  sendOnLeave(path: string, body?: object): void;
}

interface Dependencies {
  access: Access;
  /** Called when the agent has to sign in again. */
  onSignedOut: () => void;
}

/** The service's own sentences speak to visitors. */
const FOR_AGENTS = {
  'assistant-unavailable': 'The language model could not be reached. Try again, or write it yourself.',
};

/**
 * The API client of an agent. A refused token is renewed once, and after that the agent must sign in again.
 */
export function agentApi({ access, onSignedOut }: Dependencies): AgentApi {
  let lastAuthorization: string | undefined;

  async function authorization(fresh: boolean): Promise<string> {
    lastAuthorization = `Bearer ${await token(fresh)}`;
    return lastAuthorization;
  }

  async function token(fresh: boolean): Promise<string> {
    try {
      return await access.token({ fresh });
    } catch (cause) {
      if (cause instanceof SignInFailed) throw new Problem('unreachable', cause.message, {}, { cause });
      if (!(cause instanceof SignInNeeded)) throw cause;
      onSignedOut();
      throw new Problem('signed-out', cause.message, {}, { cause });
    }
  }

  return {
    ...apiClient({ authorization, onRefused: onSignedOut, sentences: FOR_AGENTS }),
    sendOnLeave(path, body) {
      if (lastAuthorization === undefined) return;
      const headers = {
        authorization: lastAuthorization,
        ...(body && { 'content-type': 'application/json' }),
      };
      // The page is closed before a response or an error could be shown.
      fetch(path, {
        method: 'POST',
        keepalive: true,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
    },
  };
}
