import { headingOf } from './headings.ts';

/** Longer pages are no error pages, in words: they may be about errors. */
const MAX_WORDS = 80;

/** The titles of error pages that are sent with the status of a page, in the languages of the widget. */
const TITLE = new RegExp(
  [
    String.raw`(?:^|error |fehler |erreur |errore )404(?:$|\W*(?:error|fehler|not found)?$)`,
    String.raw`\b(?:page|file|product|item) (?:was |is |could |can)?(?:not|n['’]t|not be)(?: be)? found\b`,
    String.raw`^(?:404\W+)?not found$`,
    'seite (?:wurde )?nicht gefunden',
    'page (?:non trouv|introuvable)',
    'página no (?:encontrada|existe)',
    'pagina non trovata',
    'pagina niet gevonden',
    'página não encontrada',
    'siden (?:blev |ble )?ikke (?:fundet|funnet)',
    'sidan (?:kunde inte hittas|hittades inte|finns inte)',
    'sivua ei (?:löyt|ole)',
    '(?:nie znaleziono strony|strona nie została znaleziona)',
    'stránka (?:nebyla )?nenalezena',
    'sayfa bulunamadı',
    'страница не найдена',
    'сторінку не знайдено',
    'ページが見つかりません',
    '(?:页面未找到|找不到(?:该)?页面|頁面不存在)',
    '페이지를 찾을 수 없습니다',
    'الصفحة غير موجودة',
    'הדף לא נמצא',
  ].join('|'),
  'iu',
);

const HEADING = /^#{1,2} (.*)$/m;

/** Whether a page is an error page despite its status: a short page with such a title. */
export function isNotFoundPage(page: { title: string; markdown: string; words: number }): boolean {
  if (page.words > MAX_WORDS) return false;
  const [, line = ''] = HEADING.exec(page.markdown) ?? [];
  const heading = headingOf(line).title;
  // A title often ends with the name of the site.
  const titles = [heading, ...page.title.split(/ [|–—·-] /)];
  return titles.some((title) => TITLE.test(title.trim()));
}
