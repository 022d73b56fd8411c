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

const ENGLISH = labels(
  'Contact and opening hours|Opening hours|Address|Phone|Price|Questions and answers|closed|Availability',
);

const LABELS: Readonly<Record<string, PageLabels>> = {
  en: ENGLISH,
  de: labels(
    'Kontakt und Öffnungszeiten|Öffnungszeiten|Adresse|Telefon|Preis|Fragen und Antworten|geschlossen|Verfügbarkeit',
  ),
  fr: labels(
    'Contact et horaires|Horaires d’ouverture|Adresse|Téléphone|Prix|Questions et réponses|fermé|Disponibilité',
  ),
  es: labels(
    'Contacto y horario|Horario|Dirección|Teléfono|Precio|Preguntas y respuestas|cerrado|Disponibilidad',
  ),
  it: labels(
    'Contatti e orari|Orari di apertura|Indirizzo|Telefono|Prezzo|Domande e risposte|chiuso|Disponibilità',
  ),
  nl: labels(
    'Contact en openingstijden|Openingstijden|Adres|Telefoon|Prijs|Vragen en antwoorden|gesloten|Beschikbaarheid',
  ),
  pt: labels(
    'Contacto e horário|Horário|Endereço|Telefone|Preço|Perguntas e respostas|fechado|Disponibilidade',
  ),
  pl: labels(
    'Kontakt i godziny otwarcia|Godziny otwarcia|Adres|Telefon|Cena|Pytania i odpowiedzi|zamknięte|Dostępność',
  ),
  ja: labels('連絡先と営業時間|営業時間|住所|電話|価格|よくある質問|休業|在庫状況'),
};

function labels(words: string): PageLabels {
  const [
    contact = '',
    hours = '',
    address = '',
    phone = '',
    price = '',
    questions = '',
    closed = '',
    availability = '',
  ] = words.split('|');
  return { contact, hours, address, phone, price, questions, closed, availability };
}

/** The labels in a language; English if there is no translation. */
export function pageLabels(language: string | undefined): PageLabels {
  return LABELS[language?.slice(0, 2).toLowerCase() ?? ''] ?? ENGLISH;
}
