import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { VisitorDirectory } from '../../domain/widgets.ts';
import type { Tokens, VisitorDirectories } from '../../ports.ts';
import type { VisitorTokens } from './visitor-tokens.ts';
import type { WidgetDoor } from './widget-door.ts';

/** How long a visitor may take to sign in. In seconds. */
export const SIGN_IN_SECONDS = 10 * 60;

/** Visitors sign in with the directory of their widget. A widget that has none is `not-found`. */
export interface VisitorSignIn {
  /** Where to send the visitor; `state` is for their browser to keep, and says nothing to anyone. */
  begin(widgetId: string, redirectUri: string): Promise<{ url: string; state: string }>;
  /** Proof for the token endpoint, or undefined where nobody has signed in. `returnUrl` is where they came back to. */
  finish(state: string | undefined, returnUrl: string): Promise<string | undefined>;
}

const State = z.object({
  wid: z.string(),
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
});

interface Dependencies {
  door: WidgetDoor;
  directories: VisitorDirectories;
  visitorTokens: VisitorTokens;
  tokens: Tokens;
}

/** Visitors' sign-in (docs/api.md, Visitor tokens). */
export function visitorSignIn({ door, directories, visitorTokens, tokens }: Dependencies): VisitorSignIn {
  async function directoryOf(widgetId: string): Promise<VisitorDirectory> {
    const { signIn } = await door.open(widgetId);
    if (!signIn) throw new AppError('not-found');
    return signIn;
  }

  return {
    async begin(widgetId, redirectUri) {
      const { url, checks } = await directories.begin(await directoryOf(widgetId), redirectUri);
      const claims = { wid: widgetId.toLowerCase(), checks };
      return { url, state: await tokens.make('sign-in-state', claims, SIGN_IN_SECONDS, 'sealed') };
    },

    async finish(state, returnUrl) {
      if (state === undefined) return undefined;
      const kept = State.safeParse(await tokens.read('sign-in-state', state, 'sealed')).data;
      if (!kept) return undefined;
      const { wid: widgetId, checks } = kept;
      const visitor = await directories.finish(await directoryOf(widgetId), checks, returnUrl);
      return visitor && (await visitorTokens.prove({ widgetId, visitor }));
    },
  };
}
