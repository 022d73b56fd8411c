/** The first letters of the months in English and German; Spanish, French and Italian share most of them. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{
    jan: 1,
    jän: 1,
    ene: 1,
    gen: 1,
    feb: 2,
    fév: 2,
    mar: 3,
    mär: 3,
    apr: 4,
    avr: 4,
    abr: 4,
    may: 5,
    mai: 5,
  },
  ...{ mag: 5, jun: 6, giu: 6, jul: 7, lug: 7, aug: 8, aoû: 8, ago: 8, sep: 9, set: 9, oct: 10, okt: 10 },
  ...{ ott: 10, nov: 11, dec: 12, dez: 12, dic: 12, déc: 12 },
};

/** The phrases before a page's date. */
const BEFORE =
  /(?:last (?:updated|modified|reviewed|changed)(?: on)?|updated(?: on)?|as of|valid from|effective(?: from)?|prices from|stand|zuletzt (?:aktualisiert|geändert)|aktualisiert am|gültig ab|mis à jour le|actualizado(?: el)?|aggiornato(?: il)?|bijgewerkt op)[\s:]{1,3}/giu;

/** The date that a page states in its text, `YYYY-MM-DD` or `YYYY-MM`, after words such as “last updated”. */
export function statedDate(text: string): string | undefined {
  for (const { 0: words, index } of text.matchAll(BEFORE)) {
    const date = dateIn(text.slice(index + words.length, index + words.length + 40));
    if (date !== undefined) return date;
  }
  return undefined;
}

/** A date at the start of a text: ISO 8601, `15.03.2024`, `15 March 2024`, `March 15, 2024`, `March 2024`. */
export function dateIn(text: string): string | undefined {
  const iso = /^\s*((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?/.exec(text);
  if (iso) return formatDate(iso[1], Number(iso[2]), iso[3]);
  const dotted = /^\s*(?:(\d{1,2})\.\s?)?(\d{1,2})[./]\s?((?:19|20)\d\d)/.exec(text);
  if (dotted) return formatDate(dotted[3], Number(dotted[2]), dotted[1]);
  const named =
    /^\s*(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?)?(\p{L}{3,12})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?:de\s+)?((?:19|20)\d\d)/iu.exec(
      text,
    );
  const month = MONTHS[named?.[2]?.toLowerCase().slice(0, 3) ?? ''];
  return month === undefined ? undefined : formatDate(named?.[4], month, named?.[1] ?? named?.[3]);
}

function formatDate(year: string | undefined, month: number, day: string | undefined): string | undefined {
  if (year === undefined || month < 1 || month > 12 || Number(day ?? 1) > 31) return undefined;
  const months = `${year}-${String(month).padStart(2, '0')}`;
  return day === undefined || Number(day) < 1 ? months : `${months}-${day.padStart(2, '0')}`;
}
