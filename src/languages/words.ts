/** The words of a language that the service writes or recognizes. */
export interface LanguageWords {
  email: EmailWords;
  phrases: Phrases;
  intents: IntentWords | IntentParts;
  /** Default: the English ones. */
  labels?: PageLabels;
  /** Absent: questions about opening hours are not recognized. */
  hours?: HoursWords;
}

/** The fixed texts of e-mails; `{b}` is the business, `{n}` the names of the agents. */
export interface EmailWords {
  /** The subjects, by the kind of the e-mail. */
  reply: string;
  unseen: string;
  received: string;
  confirmation: string;
  transcript: string;
  answered: string;
  away: string;
  arrived: string;
  wrote: string;
  asked: string;
  send: string;
  ignore: string;
  open: string;
  week: string;
  signIn: string;
  why: string;
  /** In place of `why`, for a verified address that was not given in the chat. */
  whySignedIn: string;
  stop: string;
  /** The titles of the pages after a confirmation. */
  sent: string;
  stopped: string;
  you: string;
  files: string;
}

/** The assistant's fixed phrases. */
export interface Phrases {
  /** The answer to a greeting. */
  hello: string;
  /** The answer to thanks. */
  thanks: string;
  /** The answer to a message that only agrees, declines or ends: "ok", "no", a thumbs-up. */
  acknowledged: string;
  nothingFound: string;
  /** For an assistant without documents. */
  noInformation: string;
  /** Precedes a quoted section. */
  mayHelp: string;
  /** Precedes titles of sections, if none has the words of the question. */
  pagesMayHelp: string;
  /** Nothing else was found, but an action is offered as a button. */
  useButton: string;
  /** Default texts for actions; see `ActionPhrases`. */
  actionDone: string;
  actionNothing: string;
  actionFailed: string;
  actionBusy: string;
  actionUnclear: string;
  /** The visitor asked for an agent. A system message below confirms the request. */
  personAsked: string;
  /** The assistant is stopped, and an agent was requested. */
  teamAnswers: string;
  /** The provider's content filter stopped the question or the answer. */
  filtered: string;
  /** Follows an answer that the token limit cut off. */
  cutShort: string;
  /** Follows a sentence that says that a question cannot be answered. */
  orPerson: string;
  /** Answers a file without text. */
  fileReceived: string;
  /** The suggested reply that requests an agent, with the widget's label. */
  talkToPerson: string;
}

/**
 * A language's words for requesting a person and for small talk, folded (lower case, without accents).
 * `*` at the end matches any ending. Words are separated by white space, phrases by commas.
 */
export interface IntentWords {
  /** Verbs for talking to someone and for being put through. */
  talk: string;
  /** Verbs for wanting. */
  want: string;
  /** Words that always mean a person. */
  human: string;
  /**
   * Words that can mean a person, such as an agent or the team. They only count as the object of a `talk`
   * verb.
   */
  role: string;
  /** Words that can surround a person in a message that only requests one. */
  around: string;
  /**
   * Pronouns of the first person. Absent in languages that express it by endings: there every verb near a
   * person counts.
   */
  self?: string;
  /** Negations. */
  not: string;
  /** Subjects of questions about the chat, which do not request a person. */
  others: string;
  /** Whether the verb can follow the person. */
  verbLast?: boolean;
  /** Phrases of greeting. */
  hello: string;
  /** Phrases of thanks. */
  thanks: string;
  /** Phrases of agreeing, declining and ending. */
  acknowledged: string;
}

/** The same for languages without spaces: parts of a message, separated by commas. */
export interface IntentParts {
  person: string;
  hello: string;
  thanks: string;
  /** Whole messages. */
  acknowledged: string;
}

/** Headings and labels for JSON-LD content, in the page's language. */
export interface PageLabels {
  contact: string;
  hours: string;
  address: string;
  phone: string;
  price: string;
  questions: string;
  closed: string;
  availability: string;
}

/**
 * Words of a question about opening hours, folded: asking for a time, and being open or closed. `*` matches
 * any ending; `atEnd` are separable prefixes of verbs, which end the question. `about` are words of the
 * documents.
 */
export interface HoursWords {
  when: string;
  open: string;
  atEnd?: string;
  about: readonly string[];
}
