import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import type { VisitorDirectory } from './records/widget.ts';
import type { Ports } from '../ports.ts';
import type { VisitorTokens } from './visitor-tokens.ts';
import type { WidgetAuth } from './widget-auth.ts';

/** Time limit of a sign-in, in seconds. */
export const SIGN_IN_SECONDS = 10 * 60;

const State = z.object({
  wid: z.string(),
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
});

type Dependencies = Pick<Ports, 'directories' | 'tokens'> & {
  widgetAuth: WidgetAuth;
  visitorTokens: VisitorTokens;
};

/**
 * Visitors' sign-in with the directory of their widget. Throws `not-found` for a widget without one. See
 * docs/api.md, Visitor tokens.
 */
export function visitorSignIn({ widgetAuth, directories, visitorTokens, tokens }: Dependencies) {
  async function directoryOf(widgetId: string): Promise<VisitorDirectory> {
    const { signIn } = await widgetAuth.open(widgetId);
    if (!signIn) throw new AppError('not-found');
    return signIn;
  }

  return {
    /** The URL for the visitor's browser; `state` is an encrypted cookie value. */
    async begin(widgetId: string, redirectUri: string): Promise<{ url: string; state: string }> {
      const { url, checks } = await directories.begin(await directoryOf(widgetId), redirectUri);
      const claims = { wid: widgetId.toLowerCase(), checks };
      return { url, state: await tokens.issue('sign-in-state', claims, SIGN_IN_SECONDS, 'sealed') };
    },

    /**
     * A proof for the token endpoint; undefined if the visitor has not signed in. `returnUrl`: the URL to
     * which they returned.
     */
    async finish(state: string | undefined, returnUrl: string): Promise<string | undefined> {
      if (state === undefined) return undefined;
      const kept = State.safeParse(await tokens.read('sign-in-state', state, 'sealed')).data;
      if (!kept) return undefined;
      const { wid: widgetId, checks } = kept;
      const visitor = await directories.finish(await directoryOf(widgetId), checks, returnUrl);
      return visitor && (await visitorTokens.issueProof({ widgetId, visitor }));
    },
  };
}
