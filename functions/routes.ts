import type { Endpoint } from '../src/http/endpoint.ts';
import { chat } from './visitor/chat.ts';
import { chatStream } from './visitor/chat-stream.ts';
import { feedback } from './visitor/feedback.ts';
import { handoff } from './visitor/handoff.ts';
import { health } from './visitor/health.ts';
import { messages } from './visitor/messages.ts';
import { negotiate } from './visitor/negotiate.ts';
import { widgetJs } from './visitor/widget-js.ts';
import { widgetLocale } from './visitor/widget-locale.ts';
import { docs } from './meta/docs.ts';
import { openapi } from './meta/openapi.ts';
import { pageAsset } from './meta/page-asset.ts';

/** Every endpoint of the runtime, in the order of the specification. */
export const routes: readonly Endpoint[] = [
  health,
  chat,
  chatStream,
  messages,
  negotiate,
  handoff,
  feedback,
  widgetJs,
  widgetLocale,
  openapi(() => routes),
  docs(() => routes),
  pageAsset,
];
