type Phrases = readonly [string, ...string[]];

/** A question of visitors in several wordings, with its answer. */
interface Topic {
  ask: Phrases;
  answer: string;
  source: string;
  /** A follow-up question. */
  then?: { ask: string; answer: string };
}

/** The texts of one language. */
export interface Language {
  locale: string;
  topics: readonly [Topic, ...Topic[]];
  /** Questions that the assistant cannot answer. */
  unanswered: readonly [Phrases, ...Phrases[]];
  dontKnow: string;
  askForPerson: Phrases;
  handingOver: string;
  greeting: Phrases;
  advice: Phrases;
  thanks: Phrases;
}

const english: Language = {
  locale: 'en-GB',
  topics: [
    {
      ask: ['How long does delivery take?', 'When will my bike arrive?', 'delivery time??'],
      answer:
        'Bikes are assembled and **delivered within 5 to 8 working days**. Parts usually arrive in 2 to 3 days.',
      source: 'Delivery times',
      then: { ask: 'And to Ireland?', answer: 'To Ireland it takes two days longer, and delivery costs £9.' },
    },
    {
      ask: ['Can I return a bike?', 'What is the return period?', 'I want to send my helmet back'],
      answer:
        'You can return everything within **30 days**, bikes with up to 50 km on them. Print the label in your account.',
      source: 'Returns and refunds',
      then: { ask: 'Who pays for the return?', answer: 'We do, for bikes and for parts.' },
    },
    {
      ask: ['Which frame size do I need?', 'I am 1.78 m, what size?', 'size guide please'],
      answer:
        'For 1.73 to 1.81 m we recommend size **M**. If you are between two sizes, take the smaller one for agile handling.',
      source: 'Frame sizes',
    },
    {
      ask: ['Do you offer a lease for employees?', 'Is cycle to work possible?'],
      answer:
        'Yes, with all large cycle-to-work schemes. Choose the scheme at checkout and we send you the quote.',
      source: 'Cycle to work',
    },
    {
      ask: ['How far does the Tour E go?', 'What range does the e-bike have?', 'battery range'],
      answer:
        'With the 625 Wh battery the Tour E goes **80 to 140 km**, depending on hills, wind and assistance level.',
      source: 'Tour E, technical data',
      then: {
        ask: 'How long does it take to charge?',
        answer: 'From empty to full 4.5 hours, to 80 % about 3.',
      },
    },
    {
      ask: ['Is there a warranty on the battery?', 'How long is the warranty?'],
      answer: 'Frames have 5 years of warranty, batteries 2 years or 500 charging cycles.',
      source: 'Warranty',
    },
    {
      ask: ['When is the first service due?', 'How often should I service my bike?'],
      answer:
        'The first service is due after 300 km, then once a year. You can book it online at any of our workshops.',
      source: 'Service and workshop',
    },
    {
      ask: ['Can I pay in instalments?', 'Which payment methods do you take?'],
      answer: 'Card, bank transfer, PayPal and instalments over 6, 12 or 24 months.',
      source: 'Payment',
    },
    {
      ask: ['Where are you?', 'Is there a shop where I can test ride?', 'opening hours'],
      answer:
        'Test rides are possible in all four shops, Tuesday to Saturday from 10 to 18. No appointment is needed.',
      source: 'Shops and test rides',
    },
  ],
  unanswered: [
    ['Do you ship to Norway?', 'do you ship to norway', 'Do you ship to Norway'],
    ['Do you have gift cards?', 'do you have gift cards'],
    ['Can I bring my old bike in part exchange?', 'can i bring my old bike in part exchange'],
    ['Is the child seat compatible with the Trail 5?'],
    ['Do you repair bikes of other brands?', 'Do you repair bikes of other brands'],
    ['Can I change the delivery address after ordering?'],
  ],
  dontKnow: 'I could not find that in our documents. Would you like to talk to a person?',
  askForPerson: ['Can I talk to a person?', 'human please', 'I would rather speak to someone'],
  handingOver: 'Of course. I have asked a colleague to join; they usually answer within a few minutes.',
  greeting: [
    'Hello, how can I help?',
    'Hi, I have read what you wrote. Give me a moment.',
    'Good day, let me check.',
  ],
  advice: [
    'I have looked it up: your order leaves our workshop tomorrow.',
    'That is possible. I have noted it on your order.',
    'I am afraid we cannot do that, but I can offer you a voucher.',
    'I have sent you an e-mail with the details.',
  ],
  thanks: ['Thank you!', 'Great, thanks a lot', 'perfect', 'OK, thanks for the quick help'],
};

const german: Language = {
  locale: 'de-CH',
  topics: [
    {
      ask: ['Wie lange dauert die Lieferung?', 'Wann kommt mein Velo?', 'Lieferzeit?'],
      answer:
        'Velos werden montiert und **innert 5 bis 8 Arbeitstagen** geliefert. Teile sind meist in 2 bis 3 Tagen bei Ihnen.',
      source: 'Lieferzeiten',
      then: { ask: 'Auch ins Engadin?', answer: 'Ja, dorthin dauert es einen Tag länger.' },
    },
    {
      ask: ['Kann ich das Velo zurückgeben?', 'Wie lange ist die Rückgabefrist?'],
      answer:
        'Sie können alles innert **30 Tagen** zurückgeben, Velos mit höchstens 50 km. Die Etikette drucken Sie im Konto aus.',
      source: 'Rückgabe und Erstattung',
    },
    {
      ask: ['Welche Rahmengrösse brauche ich?', 'Ich bin 1,78 m gross, welche Grösse?'],
      answer:
        'Für 1,73 bis 1,81 m empfehlen wir Grösse **M**. Zwischen zwei Grössen ist die kleinere die wendigere.',
      source: 'Rahmengrössen',
    },
    {
      ask: ['Welche Reichweite hat das Tour E?', 'Wie weit komme ich mit dem Akku?'],
      answer:
        'Mit dem Akku von 625 Wh fährt das Tour E **80 bis 140 km**, je nach Steigung, Wind und Unterstützung.',
      source: 'Tour E, technische Daten',
      then: { ask: 'Und wie lange lädt er?', answer: 'Von leer bis voll 4,5 Stunden, bis 80 % etwa 3.' },
    },
    {
      ask: ['Wie lange ist die Garantie?', 'Gibt es Garantie auf den Akku?'],
      answer: 'Rahmen haben 5 Jahre Garantie, Akkus 2 Jahre oder 500 Ladezyklen.',
      source: 'Garantie',
    },
    {
      ask: ['Wann ist der erste Service fällig?', 'Was kostet ein Service?'],
      answer:
        'Der erste Service ist nach 300 km fällig, danach einmal im Jahr. Ein Termin lässt sich online buchen.',
      source: 'Service und Werkstatt',
    },
    {
      ask: ['Kann ich auf Rechnung zahlen?', 'Geht TWINT?'],
      answer: 'Rechnung, Karte, TWINT, PayPal und Raten über 6, 12 oder 24 Monate.',
      source: 'Bezahlung',
    },
  ],
  unanswered: [
    ['Gibt es Geschenkkarten?', 'gibt es geschenkkarten'],
    ['Nehmt ihr mein altes Velo in Zahlung?', 'nehmt ihr mein altes velo in zahlung'],
    ['Liefert ihr nach Österreich?', 'liefert ihr nach österreich', 'Liefert ihr nach Österreich'],
    ['Passt der Kindersitz auf das Trail 5?'],
  ],
  dontKnow: 'Dazu habe ich in unseren Unterlagen nichts gefunden. Möchten Sie mit jemandem sprechen?',
  askForPerson: ['Kann ich mit einem Menschen sprechen?', 'Bitte einen Mitarbeiter'],
  handingOver: 'Gern. Ich habe jemanden aus dem Team dazugebeten; das dauert meist nur wenige Minuten.',
  greeting: ['Grüezi, wie kann ich helfen?', 'Guten Tag, ich schaue kurz nach.'],
  advice: [
    'Ich habe nachgesehen: Ihre Bestellung verlässt morgen die Werkstatt.',
    'Das geht. Ich habe es bei der Bestellung vermerkt.',
    'Ich habe Ihnen die Einzelheiten per E-Mail geschickt.',
  ],
  thanks: ['Danke!', 'Super, vielen Dank', 'merci'],
};

export const LANGUAGES = { english, german };
