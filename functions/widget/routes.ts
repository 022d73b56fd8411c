import type { Endpoint } from '../../src/http/endpoint.ts';
import { widgetFrame } from './frame.ts';
import { widgetToken } from './token.ts';
import { widgetSignIn } from './sign-in.ts';
import { widgetSignInCallback } from './sign-in-callback.ts';

export const widgetRoutes: readonly Endpoint[] = [
  widgetFrame,
  widgetToken,
  widgetSignIn,
  widgetSignInCallback,
];
