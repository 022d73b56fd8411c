import type { Endpoint } from '../../src/http/endpoint.ts';
import { widgetFrame } from './frame.ts';
import { widgetToken } from './token.ts';
import { signInEndpoints } from './sign-in.ts';

export const widgetRoutes: readonly Endpoint[] = [widgetFrame, widgetToken, ...signInEndpoints];
