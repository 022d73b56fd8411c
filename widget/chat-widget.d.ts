// Type declarations of the chat's script, for the code of your site: save this file in your project, for
// example as `chat-widget.d.ts`. It declares types only and needs no import.

/** Options of the page: the `data-` attributes in camel case. An attribute of the tag takes precedence. */
interface ChatWidgetSettings {
  /** Text of the header, and name of the button. Default: `Chat`. */
  title?: string;
  /** Any CSS color; `color` means the same. */
  accent?: string;
  color?: string;
  surface?: string;
  text?: string;
  /** Corners of the panel in pixels, 0 to 24. Default: 12. */
  radius?: string | number;
  font?: string;
  /** Path data of an SVG icon of 24 units, drawn in lines. */
  launcherIcon?: string;
  greeting?: string;
  /** Up to three questions, separated by `|`. */
  suggestions?: string;
  /** Default: `right`. */
  position?: 'left' | 'right';
  /** A language such as `de`. Default: the page's `lang`, otherwise the browser's. */
  locale?: string;
  /** Default: the theme of the visitor's system. */
  theme?: 'light' | 'dark';
  /** No button until `show()` is called. Default: false. */
  hidden?: boolean | 'true' | 'false';
  privacyUrl?: string;
  /** Visitors can send files, if the deployment allows it. Default: false. */
  attachments?: boolean | 'true' | 'false';
  /** `false`: the title of the page does not count unread messages of agents. */
  unreadTitle?: boolean | 'true' | 'false';
  /** Registered widgets: `required` shows no proactive message before `consent()`. */
  consent?: 'required' | 'granted';
}

/** A message of the conversation. A registered widget sends only the role. */
interface ChatWidgetMessage {
  /** `visitor`, `assistant`, `agent` or `system`. */
  role: string;
  id?: string;
  /** Position in the conversation, from 1. */
  seq?: number;
  content?: string;
}

/** The events, each with the detail that its listeners get. */
interface ChatWidgetEvents {
  /** The button is on the page. */
  ready: undefined;
  opened: undefined;
  closed: undefined;
  /** A message was sent or arrived. */
  message: ChatWidgetMessage;
  /** The status changed: `open`, `human_requested`, `claimed` or `closed`. */
  session: { status: string };
  /** The visitor is waiting for a person. */
  handoff: undefined;
  /** `agent` is the name that visitors see. */
  'agent-joined': { agent: string };
  /** The number of unread messages changed. */
  unread: { count: number };
  /** Something failed; `message` is the sentence that the visitor sees. */
  error: { message: string };
  /** Registered widgets: the chat needs an identity token. */
  'identity-wanted': undefined;
  /** Registered widgets: the identity token was refused; `refusal` is a code. */
  'identity-refused': { refusal: string; explanation: string };
}

/** A call that waits until the script has loaded. */
type ChatWidgetCall = (chat: ChatWidget) => void;

/** `window.ChatWidget`, once the script has loaded. */
interface ChatWidget {
  /** The version of the script. */
  readonly version: string;
  /** Opens the panel. */
  open(): void;
  /** Closes the panel. */
  close(): void;
  /** Opens or closes the panel. */
  toggle(): void;
  /** Shows the button. */
  show(): void;
  /** Hides the button. */
  hide(): void;
  /** Puts text into the message field, without sending it. */
  prefill(text: string): void;
  /** Asks for a person. */
  requestHuman(): void;
  /** Forgets all conversations of this browser and begins a new one. */
  reset(): void;
  setLocale(language: string): void | Promise<void>;
  setTheme(theme: 'light' | 'dark'): void;
  getUnreadCount(): number;
  on<Name extends keyof ChatWidgetEvents>(
    event: Name,
    listener: (detail: ChatWidgetEvents[Name]) => void,
  ): void;
  off<Name extends keyof ChatWidgetEvents>(
    event: Name,
    listener: (detail: ChatWidgetEvents[Name]) => void,
  ): void;
  /** Takes the chat off the page. A new script tag can start it again. */
  destroy(): void;
  /** Calls functions with the chat. Before the script has loaded, `window.ChatWidget` is a list. */
  push(...calls: ChatWidgetCall[]): void;
  /** Registered widgets: the visitor's identity token, or a function that returns one. */
  identify?(source: string | (() => string | Promise<string>)): void;
  /** Registered widgets: removes from this browser what the chat stores of the visitor. */
  logout?(): void;
  /** Registered widgets: whether the visitor agrees to proactive messages. Default: true. */
  consent?(isGiven?: boolean): void;
}

interface Window {
  /** Before the script has loaded: a list of calls. */
  ChatWidget?: ChatWidget | ChatWidgetCall[];
  chatWidgetSettings?: ChatWidgetSettings;
}
