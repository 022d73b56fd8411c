export type CardSubject = 'handoff' | 'reminder' | 'escalation' | 'message-left';

/** The subject of an entry in an activity feed. */
export type FeedSubject = CardSubject | 'mention';

/** The languages of cards, the same as those of the Teams app. */
export const CARD_LANGUAGES = ['en', 'de'] as const;
export type CardLanguage = (typeof CARD_LANGUAGES)[number];

/** The fixed texts of a card in one language. */
export interface CardWords {
  titles: Record<FeedSubject | 'test', string>;
  waitingSince: string;
  sourceDomain: string;
  widget: string;
  language: string;
  messageLeft: string;
  firstQuestion: string;
  yes: string;
  no: string;
  testText: string;
  openInTeams: string;
  openInBrowser: string;
  /** The test entry that an admin sends to the activity feed. */
  testEntry: { title: string; preview: string };
}

export const CARD_WORDS: Record<CardLanguage, CardWords> = {
  en: {
    titles: {
      handoff: 'A visitor asks for a person',
      reminder: 'A visitor is still waiting',
      escalation: 'No agent has claimed this conversation',
      'message-left': 'A visitor left a message',
      mention: 'A colleague mentioned you in a note',
      test: 'Test card of your website chat',
    },
    waitingSince: 'Waiting since',
    sourceDomain: 'Source domain',
    widget: 'Widget',
    language: 'Language',
    messageLeft: 'Message left',
    firstQuestion: 'First question',
    yes: 'Yes',
    no: 'No',
    testText:
      'Visitors who ask for a person are announced here. Confirm in the dashboard that this card arrived.',
    openInTeams: 'Open in Teams',
    openInBrowser: 'Open in a browser',
    testEntry: {
      title: 'Test of your website chat',
      preview: 'Visitors who ask for a person are announced here.',
    },
  },
  de: {
    titles: {
      handoff: 'Ein Besucher wünscht einen Menschen',
      reminder: 'Ein Besucher wartet noch',
      escalation: 'Dieses Gespräch wurde noch nicht übernommen',
      'message-left': 'Ein Besucher hat eine Nachricht hinterlassen',
      mention: 'Sie wurden in einer Notiz erwähnt',
      test: 'Testkarte Ihres Website-Chats',
    },
    waitingSince: 'Wartet seit',
    sourceDomain: 'Domain',
    widget: 'Widget',
    language: 'Sprache',
    messageLeft: 'Nachricht hinterlassen',
    firstQuestion: 'Erste Frage',
    yes: 'Ja',
    no: 'Nein',
    testText:
      'Hier wird gemeldet, wenn Besucher einen Menschen wünschen. Bestätigen Sie im Dashboard, dass diese Karte ankam.',
    openInTeams: 'In Teams öffnen',
    openInBrowser: 'Im Browser öffnen',
    testEntry: {
      title: 'Test Ihres Website-Chats',
      preview: 'Hier wird gemeldet, wenn Besucher einen Menschen wünschen.',
    },
  },
};
