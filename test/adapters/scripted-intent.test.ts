import { describe, expect, it } from 'vitest';
import { intentOf } from '../../src/adapters/scripted/intent.ts';
import { LANGUAGES } from '../../src/languages/languages.ts';
import { cpuMs } from '../support/cpu-time.ts';

const PERSON: Record<string, readonly string[]> = {
  en: [
    'I want to talk to a person',
    'Can I speak to a human please?',
    'human',
    'real person!',
    'agent please',
    "I'd like to chat with someone from your team",
    'connect me to an agent',
    'Is there a human I can talk to?',
    "I don't want a bot, I want a human",
    'How do I talk to a person?',
    'customer service',
  ],
  de: [
    'Ich möchte mit einem Menschen sprechen',
    'Kann ich mit jemandem reden?',
    'Bitte verbinden Sie mich mit einem Mitarbeiter.',
    'MENSCH',
    'einen echten Menschen bitte',
    'Können Sie mich zu einem Berater durchstellen?',
  ],
  fr: [
    'Je voudrais parler à une personne',
    'parler à un conseiller',
    'Je veux parler à quelqu’un',
    "est-ce que je peux parler à quelqu'un ?",
    'un humain svp',
    'Mettez-moi en contact avec un humain, je veux un humain',
  ],
  es: [
    'Quiero hablar con una persona',
    '¿Puedo hablar con un agente?',
    'un humano por favor',
    'necesito hablar con alguien',
  ],
  pt: ['Quero falar com uma pessoa', 'posso falar com um atendente?', 'uma pessoa real', 'falar com alguém'],
  it: [
    'Vorrei parlare con una persona',
    'posso parlare con un operatore?',
    'operatore',
    'voglio parlare con qualcuno',
  ],
  nl: [
    'Ik wil met iemand praten',
    'kan ik een medewerker spreken?',
    'mens',
    'een echte medewerker alstublieft',
  ],
  pl: [
    'Chcę porozmawiać z człowiekiem',
    'Proszę połączyć mnie z konsultantem',
    'konsultant',
    'czy mogę rozmawiać z kimś?',
  ],
  tr: [
    'Bir insanla görüşmek istiyorum',
    'müşteri temsilcisi',
    'biriyle konuşabilir miyim?',
    'Beni bir temsilciye bağlayın',
  ],
  ar: ['أريد التحدث إلى شخص', 'موظف خدمة العملاء من فضلك'],
  he: ['אני רוצה לדבר עם נציג', 'נציג בבקשה'],
  hi: ['मैं किसी इंसान से बात करना चाहता हूँ'],
  ja: ['人と話したいです', 'オペレーターにつないでください'],
  ko: ['상담원과 이야기하고 싶어요', '상담원 연결'],
  zh: ['转人工', '我要找人工客服', '我想和真人说话'],
};

const HELLO: Record<string, readonly string[]> = {
  en: ['Hi', 'hello there!', 'Good morning', 'hey 👋'],
  de: ['Hallo', 'Guten Tag', 'Grüß Gott!'],
  fr: ['Bonjour', 'Salut !'],
  es: ['¡Hola!', 'buenos días'],
  pt: ['Olá', 'bom dia'],
  it: ['ciao', 'Buongiorno'],
  nl: ['hoi', 'Goedemorgen'],
  pl: ['Dzień dobry', 'cześć'],
  tr: ['Merhaba', 'İyi günler'],
  ar: ['مرحبا', 'السلام عليكم'],
  he: ['שלום'],
  hi: ['नमस्ते'],
  ja: ['こんにちは'],
  ko: ['안녕하세요'],
  zh: ['你好'],
};

const THANKS: Record<string, readonly string[]> = {
  en: ['Thanks!', 'thank you very much', 'ok thanks'],
  de: ['Vielen Dank', 'danke schön'],
  fr: ['Merci beaucoup'],
  es: ['muchas gracias'],
  pt: ['obrigada'],
  it: ['grazie mille'],
  nl: ['dank je wel'],
  pl: ['dziękuję'],
  tr: ['Teşekkür ederim'],
  ar: ['شكرا'],
  he: ['תודה רבה'],
  hi: ['धन्यवाद'],
  ja: ['ありがとうございます'],
  ko: ['감사합니다'],
  zh: ['谢谢'],
};

const ACKNOWLEDGED: Record<string, readonly string[]> = {
  en: ['👍', '❤️', '👍🏽 👍', 'ok', 'OK!', 'no', 'No, thanks.', 'yes', "that's all", 'okay great thanks'],
  de: ['Alles klar', 'nein danke', 'Danke, das war alles'],
  fr: ['d’accord', 'non merci'],
  es: ['vale', 'sí, gracias'],
  pt: ['não', 'obrigado, mais nada'],
  it: ['va bene', 'no, grazie mille'],
  nl: ['oké', 'nee bedankt'],
  pl: ['dobrze', 'nie, dziękuję'],
  tr: ['tamam', 'hayır'],
  ar: ['حسنا'],
  he: ['בסדר'],
  hi: ['ठीक है'],
  ja: ['了解です', 'いいえ。'],
  ko: ['네'],
  zh: ['好的', '不用了。'],
};

const cases = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([language, messages]) =>
    messages.map((message) => [language, message] as const),
  );

describe('a message that asks for a person', () => {
  it.each(cases(PERSON))('%s: %s', (language, message) => {
    expect(intentOf(message)).toEqual({ kind: 'person', language });
  });
});

describe('a message that only greets', () => {
  it.each(cases(HELLO))('%s: %s', (language, message) => {
    expect(intentOf(message)).toEqual({ kind: 'hello', language });
  });
});

describe('a message that only thanks', () => {
  it.each(cases(THANKS))('%s: %s', (language, message) => {
    expect(intentOf(message)).toEqual({ kind: 'thanks', language });
  });
});

describe('a message that only agrees, declines or ends', () => {
  it.each(cases(ACKNOWLEDGED))('%s: %s', (language, message) => {
    const preferred = LANGUAGES.find((one) => one === language);
    expect(intentOf(message, preferred)).toEqual({ kind: 'acknowledged', language });
  });

  it.each(['❓', 'ok, and the price?', 'no refund', 'yes or no: is it free'])('is not %s', (message) => {
    expect(intentOf(message)).toBeUndefined();
  });
});

describe('a request for a person with more words', () => {
  it.each([
    'I need someone to help me with my order',
    'I want to speak to someone who knows about refunds',
    'could somebody call me back?',
    'is there a human available?',
    'Ich brauche jemanden, der mir hilft',
    'Kann ich mit einem Mitarbeiter über meine Bestellung sprechen?',
    'Ich möchte mit jemandem über meine Rechnung sprechen',
  ])('%s', (message) => {
    expect(intentOf(message)?.kind).toBe('person');
  });
});

describe('a question about people is not a request for a person', () => {
  it.each([
    'does one of you know sign language?',
    'Is there someone who knows sign language?',
    'Does someone speak German?',
    'Is there a person at the desk at night?',
    'I need a tent for one person',
    'Do you have tents for one person?',
    'Can a person in a wheelchair reach the beach?',
    'There is someone in my tent',
    'Kann jemand von euch Gebärdensprache sprechen?',
    'Gibt es jemanden, der Gebärdensprache kann?',
    'Habt ihr Mitarbeiter, die Englisch sprechen?',
    'Ich hätte gern ein Zelt für eine Person',
    'Gibt es Rabatt für eine Person?',
    'Y a-t-il quelqu’un qui parle la langue des signes ?',
    'Je voudrais une tente pour une personne',
    '¿Hay alguien que hable alemán?',
    '¿Alguien habla lengua de signos?',
    'Quiero una tienda para una persona',
    'C’è qualcuno che parla tedesco?',
    'Há alguém que fale alemão?',
    'Spreekt iemand Duits?',
    'Czy ktoś mówi po niemiecku?',
  ])('%s', (message) => {
    expect(intentOf(message)).toBeUndefined();
  });
});

describe('a message that asks for something else', () => {
  it.each([
    'How can visitors talk to a person?',
    'How do agents talk to visitors?',
    'Can agents chat in German?',
    'I do not want to talk to a person',
    'Hello, how do I embed the widget?',
    'Thanks, but how do I rotate the key?',
    'How many agent seats do I need?',
    'How can I contact you?',
    'What is the support phone number?',
    'Which personal data do you store?',
    'Where is my data kept?',
    'Ich will nicht mit einem Menschen sprechen',
    'Wie viele Mitarbeiter können antworten?',
    'Wo werden meine Daten gespeichert?',
    'Comment puis-je retourner ma commande ?',
    '¿Cuántas personas pueden responder?',
    'Quanto costa?',
    '人工智能是什么',
    '',
    '...',
  ])('%s', (message) => {
    expect(intentOf(message)).toBeUndefined();
  });
});

it('a message is read in the preferred language if its words exist in several languages', () => {
  expect(intentOf('hallo')).toEqual({ kind: 'hello', language: 'de' });
  expect(intentOf('hallo', 'nl')).toEqual({ kind: 'hello', language: 'nl' });
});

it('the longest message is read quickly', () => {
  expect(cpuMs(() => intentOf('talk to no person '.repeat(220)))).toBeLessThan(1000);
});
