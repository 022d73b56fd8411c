/**
 * Words of a question about opening hours, folded: asking for a time, and being open or closed. `*` matches
 * any ending; `atEnd` are separable prefixes of verbs, which end the question. `about` are words of the
 * documents.
 */
interface HoursWords {
  when: string;
  open: string;
  atEnd?: string;
  about: readonly string[];
}

const BY_LANGUAGE: Readonly<Record<string, HoursWords>> = {
  en: {
    when: 'when what until till late long early you',
    open: 'open opens close closes closed',
    about: ['opening', 'hours'],
  },
  de: {
    when: 'wann lange uhr ihr sie',
    open: 'offen geoffnet offnet offnen schliesst schliessen geschlossen',
    atEnd: 'auf zu',
    about: ['öffnungszeiten'],
  },
  fr: {
    when: 'quand heure heures vous',
    open: 'ouvert* ouvre* ferme*',
    about: ['horaires', 'ouverture'],
  },
  es: {
    when: 'cuando hora horas hasta',
    open: 'abierto* abre* abris cierra* cerrais cerrado*',
    about: ['horario', 'apertura'],
  },
  pt: { when: 'quando hora horas ate', open: 'abert* abre* fecha*', about: ['horário', 'funcionamento'] },
  it: { when: 'quando ora ore', open: 'apert* apre* aprite chiude* chiuso', about: ['orari', 'apertura'] },
  nl: {
    when: 'wanneer laat lang jullie',
    open: 'open opent sluit* gesloten dicht',
    about: ['openingstijden'],
  },
  pl: {
    when: 'kiedy ktorej godzin*',
    open: 'otwart* otwier* zamyk* zamkni*',
    about: ['godziny', 'otwarcia'],
  },
};

interface HoursQuestion {
  /** The folded word of the question for being open or closed. */
  word: string;
  /** Words of the documents with the same meaning. */
  about: readonly string[];
}

/** The subject of a question about opening hours; undefined for other questions. Words are folded. */
export function hoursQuestion(
  words: readonly string[],
  language: string | undefined,
): HoursQuestion | undefined {
  const its = language === undefined ? undefined : BY_LANGUAGE[language];
  if (!its || !words.some((word) => isIn(its.when, word))) return undefined;
  const last = words.at(-1) ?? '';
  const word = words.find((one) => isIn(its.open, one)) ?? (isIn(its.atEnd ?? '', last) ? last : undefined);
  return word === undefined ? undefined : { word, about: its.about };
}

function isIn(list: string, word: string): boolean {
  return list
    .split(' ')
    .some((one) => (one.endsWith('*') ? word.startsWith(one.slice(0, -1)) : word === one));
}

const OCCASION =
  /(?<!\p{L})(?:christmas|xmas|easter|new year|thanksgiving|(?:bank|public) holiday|weihnacht|ostern|osterferien|silvester|neujahr|feiertag|noel|paques|jours? feries?|navidad|navide|nochevieja|semana santa|festivo|natal|pascoa|reveillon|feriado|pasqua|capodanno|festivi|kerst|pasen|oud en nieuw|feestdag|wigili|wielkanoc|boze narodzenie|sylwest|yilbasi|bayram)/u;

/** Whether a folded text names a holiday. */
export function namesOccasion(folded: string): boolean {
  return OCCASION.test(folded);
}
