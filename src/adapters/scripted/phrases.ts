import type { Handover } from '../../domain/assistants.ts';
import { languageOf, type Language } from './languages.ts';

/** What the assistant says in words of its own, not the model's. */
export interface Phrases {
  /** The answer to a greeting. */
  hello: string;
  /** The answer to thanks. */
  thanks: string;
  nothingFound: string;
  personAsked: string;
  /** Said once in a conversation. */
  noModel: string;
  /** The provider's content filter stopped the question or the answer. */
  filtered: string;
  /** Goes below an answer that the bound on its length has cut off. */
  cutShort: string;
  /** Goes after the two that say what it cannot answer. */
  orPerson: string;
}

/** The assistant's own phrases in the language of a locale (BCP 47), or in English. */
export function phrasesFor(locale: string | undefined): Phrases {
  return PHRASES[languageOf(locale) ?? 'en'];
}

/** A sentence that says what cannot be answered, with the offer of a person where an AI agent makes one when it is unsure. */
export function orPerson(sentence: string, say: Phrases, handover: Handover = 'when-unsure'): string {
  if (handover !== 'when-unsure') return sentence;
  return `${sentence}${sentence.endsWith('。') ? '' : ' '}${say.orPerson}`;
}

const PHRASES: Record<Language, Phrases> = {
  en: {
    hello: 'Hello! What would you like to know?',
    thanks: 'You are welcome. Is there anything else?',
    nothingFound: 'I found nothing about that in my documents. Try other words.',
    personAsked: 'I have asked a person to join. You can go on writing; they will read everything.',
    noModel: 'No AI model is connected here, so I quote the documents that I was given.',
    filtered: 'I cannot answer that. Ask me something else.',
    cutShort: 'My answer was cut short here. Ask me for the rest.',
    orPerson: 'Or choose “Talk to a person”, and someone from the team will help you.',
  },
  de: {
    hello: 'Hallo! Was möchten Sie wissen?',
    thanks: 'Gern geschehen. Kann ich noch etwas für Sie tun?',
    nothingFound: 'Dazu habe ich in meinen Unterlagen nichts gefunden. Versuchen Sie es mit anderen Worten.',
    personAsked: 'Ich habe eine Person dazugebeten. Schreiben Sie ruhig weiter; sie liest alles mit.',
    noModel: 'Hier ist kein KI-Modell angeschlossen, deshalb zitiere ich aus den Unterlagen, die ich habe.',
    filtered: 'Darauf kann ich nicht antworten. Fragen Sie mich etwas anderes.',
    cutShort: 'Meine Antwort wurde hier abgeschnitten. Fragen Sie mich nach dem Rest.',
    orPerson: 'Oder sprechen Sie mit einer Person aus dem Team.',
  },
  fr: {
    hello: 'Bonjour ! Que souhaitez-vous savoir ?',
    thanks: 'Avec plaisir. Puis-je vous aider pour autre chose ?',
    nothingFound: 'Je n’ai rien trouvé à ce sujet dans mes documents. Essayez avec d’autres mots.',
    personAsked:
      'J’ai demandé à une personne de nous rejoindre. Vous pouvez continuer à écrire, elle lira tout.',
    noModel: 'Aucun modèle d’IA n’est connecté ici ; je cite donc les documents dont je dispose.',
    filtered: 'Je ne peux pas répondre à cela. Posez-moi une autre question.',
    cutShort: 'Ma réponse a été coupée ici. Demandez-moi la suite.',
    orPerson: 'Ou parlez à une personne de l’équipe.',
  },
  es: {
    hello: '¡Hola! ¿Qué le gustaría saber?',
    thanks: 'De nada. ¿Puedo ayudarle en algo más?',
    nothingFound: 'No he encontrado nada sobre eso en mis documentos. Pruebe con otras palabras.',
    personAsked: 'He pedido a una persona que se una. Puede seguir escribiendo; lo leerá todo.',
    noModel: 'Aquí no hay ningún modelo de IA conectado, así que cito los documentos que tengo.',
    filtered: 'No puedo responder a eso. Pregúnteme otra cosa.',
    cutShort: 'Mi respuesta se ha cortado aquí. Pídame el resto.',
    orPerson: 'O hable con una persona del equipo.',
  },
  pt: {
    hello: 'Olá! O que gostaria de saber?',
    thanks: 'De nada. Posso ajudar em mais alguma coisa?',
    nothingFound: 'Não encontrei nada sobre isso nos meus documentos. Tente com outras palavras.',
    personAsked: 'Pedi a uma pessoa que se juntasse à conversa. Pode continuar a escrever; ela lerá tudo.',
    noModel: 'Não há nenhum modelo de IA ligado aqui, por isso cito os documentos que tenho.',
    filtered: 'Não posso responder a isso. Pergunte outra coisa.',
    cutShort: 'A minha resposta foi cortada aqui. Peça-me o resto.',
    orPerson: 'Ou fale com uma pessoa da equipa.',
  },
  it: {
    hello: 'Salve! Che cosa desidera sapere?',
    thanks: 'Prego. Posso aiutarLa con altro?',
    nothingFound: 'Non ho trovato nulla su questo nei miei documenti. Provi con altre parole.',
    personAsked: 'Ho chiesto a una persona di unirsi. Può continuare a scrivere; leggerà tutto.',
    noModel: 'Qui non è collegato alcun modello di IA, quindi cito i documenti che ho.',
    filtered: 'A questo non posso rispondere. Mi chieda altro.',
    cutShort: 'La mia risposta è stata interrotta qui. Mi chieda il resto.',
    orPerson: 'Oppure parli con una persona del team.',
  },
  nl: {
    hello: 'Hallo! Wat wilt u weten?',
    thanks: 'Graag gedaan. Kan ik nog iets voor u doen?',
    nothingFound: 'Daarover heb ik niets gevonden in mijn documenten. Probeer het met andere woorden.',
    personAsked:
      'Ik heb iemand gevraagd om mee te doen. U kunt gewoon verder schrijven; alles wordt gelezen.',
    noModel: 'Hier is geen AI-model aangesloten; daarom citeer ik de documenten die ik heb.',
    filtered: 'Daar kan ik geen antwoord op geven. Vraag mij iets anders.',
    cutShort: 'Mijn antwoord is hier afgebroken. Vraag me om de rest.',
    orPerson: 'Of praat met iemand van het team.',
  },
  pl: {
    hello: 'Dzień dobry! O co chodzi?',
    thanks: 'Proszę bardzo. Czy mogę jeszcze w czymś pomóc?',
    nothingFound: 'Nie znalazłem nic na ten temat w moich dokumentach. Proszę spróbować innymi słowami.',
    personAsked: 'Poprosiłem kogoś o dołączenie. Można dalej pisać; ta osoba przeczyta wszystko.',
    noModel: 'Nie podłączono tu modelu AI, dlatego cytuję dokumenty, które mam.',
    filtered: 'Na to nie mogę odpowiedzieć. Proszę zapytać o coś innego.',
    cutShort: 'Moja odpowiedź została tu ucięta. Proszę zapytać o resztę.',
    orPerson: 'Można też porozmawiać z osobą z zespołu.',
  },
  tr: {
    hello: 'Merhaba! Ne öğrenmek istersiniz?',
    thanks: 'Rica ederim. Başka bir konuda yardımcı olabilir miyim?',
    nothingFound: 'Belgelerimde bununla ilgili bir şey bulamadım. Başka sözcüklerle deneyin.',
    personAsked: 'Bir kişinin katılmasını istedim. Yazmaya devam edebilirsiniz; hepsini okuyacak.',
    noModel: 'Burada bağlı bir yapay zekâ modeli yok; bu yüzden elimdeki belgelerden alıntı yapıyorum.',
    filtered: 'Buna yanıt veremem. Başka bir şey sorun.',
    cutShort: 'Yanıtım burada kesildi. Devamını bana sorabilirsiniz.',
    orPerson: 'Ya da ekipten biriyle görüşün.',
  },
  ar: {
    hello: 'مرحبًا! ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة. هل من شيء آخر؟',
    nothingFound: 'لم أجد شيئًا عن ذلك في مستنداتي. جرّب كلمات أخرى.',
    personAsked: 'طلبتُ من شخص أن ينضم. يمكنك متابعة الكتابة، وسيقرأ كل شيء.',
    noModel: 'لا يوجد نموذج ذكاء اصطناعي متصل هنا، لذلك أقتبس من المستندات المتوفرة لدي.',
    filtered: 'لا أستطيع الإجابة عن ذلك. اسألني شيئًا آخر.',
    cutShort: 'انقطعت إجابتي هنا. اسألني عن البقية.',
    orPerson: 'أو تحدث إلى شخص من الفريق.',
  },
  he: {
    hello: 'שלום! מה תרצו לדעת?',
    thanks: 'בשמחה. יש עוד משהו?',
    nothingFound: 'לא מצאתי על כך דבר במסמכים שלי. נסו במילים אחרות.',
    personAsked: 'ביקשתי מאדם להצטרף. אפשר להמשיך לכתוב; הכול ייקרא.',
    noModel: 'לא מחובר כאן מודל בינה מלאכותית, ולכן אני מצטט מהמסמכים שברשותי.',
    filtered: 'על זה איני יכול לענות. שאלו משהו אחר.',
    cutShort: 'התשובה שלי נקטעה כאן. בקשו ממני את ההמשך.',
    orPerson: 'או דברו עם אדם מהצוות.',
  },
  hi: {
    hello: 'नमस्ते! आप क्या जानना चाहेंगे?',
    thanks: 'आपका स्वागत है। क्या कुछ और जानना है?',
    nothingFound: 'मुझे अपने दस्तावेज़ों में इसके बारे में कुछ नहीं मिला। दूसरे शब्दों में पूछें।',
    personAsked: 'मैंने एक व्यक्ति को बुलाया है। आप लिखते रहें; वे सब पढ़ेंगे।',
    noModel: 'यहाँ कोई AI मॉडल जुड़ा नहीं है, इसलिए मैं अपने दस्तावेज़ों से उद्धृत करता हूँ।',
    filtered: 'मैं इसका उत्तर नहीं दे सकता। कुछ और पूछें।',
    cutShort: 'मेरा उत्तर यहाँ कट गया। बाक़ी हिस्सा मुझसे पूछें।',
    orPerson: 'या टीम के किसी व्यक्ति से बात करें।',
  },
  ja: {
    hello: 'こんにちは。何をお調べしましょうか。',
    thanks: 'どういたしまして。ほかに知りたいことはありますか。',
    nothingFound: '資料の中に該当する内容が見つかりませんでした。別の言葉でお試しください。',
    personAsked: '担当者に参加をお願いしました。このまま書き続けてください。内容はすべて担当者が読みます。',
    noModel: 'ここには AI モデルが接続されていないため、手元の資料から引用してお答えします。',
    filtered: 'その質問にはお答えできません。別のことをお尋ねください。',
    cutShort: '回答がここで途切れました。続きをお尋ねください。',
    orPerson: 'または、担当者との会話をお選びください。',
  },
  ko: {
    hello: '안녕하세요! 무엇이 궁금하신가요?',
    thanks: '천만에요. 더 궁금한 점이 있으신가요?',
    nothingFound: '제 문서에서 관련 내용을 찾지 못했습니다. 다른 말로 다시 물어보세요.',
    personAsked: '담당자에게 참여를 요청했습니다. 계속 적어 주세요. 담당자가 모두 읽을 것입니다.',
    noModel: '여기에는 AI 모델이 연결되어 있지 않아, 가지고 있는 문서에서 인용해 답합니다.',
    filtered: '그 질문에는 답할 수 없습니다. 다른 것을 물어보세요.',
    cutShort: '답변이 여기서 잘렸습니다. 나머지를 물어봐 주세요.',
    orPerson: '또는 담당자와 대화해 보세요.',
  },
  zh: {
    hello: '您好！您想了解什么？',
    thanks: '不客气。还有其他问题吗？',
    nothingFound: '我在资料中没有找到相关内容。请换个说法再试。',
    personAsked: '我已请工作人员加入。您可以继续输入，他们会看到全部内容。',
    noModel: '这里没有连接 AI 模型，因此我引用手头的资料来回答。',
    filtered: '这个问题我无法回答。请问我别的问题。',
    cutShort: '我的回答在此中断。您可以让我继续。',
    orPerson: '您也可以选择与工作人员交谈。',
  },
};
