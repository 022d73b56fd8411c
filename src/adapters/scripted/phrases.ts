import type { HandoffRule } from '../../domain/assistants.ts';
import { languageOf, type Language } from './languages.ts';

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

/** The phrases for a locale (BCP 47); English if it is not supported. */
export function phrasesFor(locale: string | undefined): Phrases {
  return PHRASES[languageOf(locale) ?? 'en'];
}

/** Whether the assistant offers an agent if it cannot answer. */
export function offersAgent(handoff: HandoffRule = 'when-unsure'): boolean {
  return handoff === 'when-unsure';
}

/** Adds the offer of an agent to a sentence, if the handoff setting allows it. */
export function withAgentOffer(sentence: string, say: Phrases, handoff?: HandoffRule): string {
  if (!offersAgent(handoff)) return sentence;
  return `${sentence}${sentence.endsWith('。') ? '' : ' '}${say.orPerson}`;
}

const PHRASES: Record<Language, Phrases> = {
  en: {
    hello: 'Hello. How can I help?',
    thanks: 'You are welcome. Is there anything else I can help with?',
    acknowledged: 'All right. You can ask another question at any time.',
    nothingFound: 'I could not find an answer to your question. Try rephrasing it.',
    noInformation: 'I have no information about this yet.',
    mayHelp: 'From our documents, this may help:',
    pagesMayHelp: 'I could not find a clear answer. These pages may help:',
    useButton: 'You can look this up here. Choose the button below.',
    actionDone: 'Done.',
    actionNothing: 'Nothing was found.',
    actionFailed: 'This is not possible right now.',
    actionBusy: 'There are too many requests right now. Please try again later.',
    actionUnclear:
      'We got no clear answer, so we do not know whether this was done. Please check before you try again.',
    personAsked: 'You can keep writing. The person who joins will see the whole conversation.',
    teamAnswers: 'A person from our team will answer your message.',
    filtered: 'I cannot answer this question. Try a different one.',
    cutShort: 'This answer has reached the maximum length. Ask me to continue.',
    fileReceived: 'I received your file, but I cannot open it.',
    orPerson: 'You can also choose “Talk to a person”.',
    talkToPerson: 'Talk to a person',
  },
  de: {
    hello: 'Hallo. Wie kann ich Ihnen helfen?',
    thanks: 'Gern geschehen. Kann ich Ihnen noch bei etwas anderem helfen?',
    acknowledged: 'Alles klar. Sie können jederzeit eine weitere Frage stellen.',
    nothingFound: 'Ich konnte keine Antwort auf Ihre Frage finden. Formulieren Sie sie anders.',
    noInformation: 'Ich habe dazu noch keine Informationen.',
    mayHelp: 'Aus unseren Dokumenten, vielleicht hilft das:',
    pagesMayHelp: 'Ich habe keine eindeutige Antwort gefunden. Diese Seiten helfen vielleicht weiter:',
    useButton: 'Das kannst du hier nachsehen. Wähle die Schaltfläche darunter.',
    actionDone: 'Erledigt.',
    actionNothing: 'Es wurde nichts gefunden.',
    actionFailed: 'Das ist gerade nicht möglich.',
    actionBusy: 'Im Moment gibt es zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    actionUnclear:
      'Wir haben keine eindeutige Antwort erhalten und wissen nicht, ob das ausgeführt wurde. Bitte prüfe es, bevor du es erneut versuchst.',
    personAsked: 'Sie können weiterschreiben. Wer dazukommt, sieht das ganze Gespräch.',
    teamAnswers: 'Ein Mensch aus unserem Team beantwortet Ihre Nachricht.',
    filtered: 'Diese Frage kann ich nicht beantworten. Stellen Sie eine andere Frage.',
    cutShort: 'Diese Antwort hat die maximale Länge erreicht. Bitten Sie mich, fortzufahren.',
    fileReceived: 'Ich habe Ihre Datei erhalten, kann sie aber nicht öffnen.',
    orPerson: 'Sie können auch „Mit einem Menschen sprechen“ wählen.',
    talkToPerson: 'Mit einem Menschen sprechen',
  },
  fr: {
    hello: 'Bonjour. Comment puis-je vous aider ?',
    thanks: 'Je vous en prie. Puis-je vous aider pour autre chose ?',
    acknowledged: 'D’accord. Vous pouvez poser une autre question à tout moment.',
    nothingFound: 'Je n’ai pas trouvé de réponse à votre question. Essayez de la reformuler.',
    noInformation: 'Je n’ai pas encore d’informations à ce sujet.',
    mayHelp: 'D’après nos documents, ceci peut vous aider :',
    pagesMayHelp: 'Je n’ai pas trouvé de réponse claire. Ces pages peuvent vous aider :',
    useButton: 'Vous pouvez le consulter ici. Choisissez le bouton ci-dessous.',
    actionDone: 'C’est fait.',
    actionNothing: 'Rien n’a été trouvé.',
    actionFailed: 'Ce n’est pas possible pour le moment.',
    actionBusy: 'Il y a trop de demandes en ce moment. Réessayez plus tard.',
    actionUnclear:
      'Nous n’avons pas reçu de réponse claire et ne savons pas si cela a été fait. Vérifiez avant de réessayer.',
    personAsked:
      'Vous pouvez continuer à écrire. Le conseiller qui vous rejoindra verra toute la conversation.',
    teamAnswers: 'Une personne de notre équipe répondra à votre message.',
    filtered: 'Je ne peux pas répondre à cette question. Posez-en une autre.',
    cutShort: 'Cette réponse a atteint la longueur maximale. Demandez-moi de continuer.',
    fileReceived: 'J’ai bien reçu votre fichier, mais je ne peux pas l’ouvrir.',
    orPerson: 'Vous pouvez aussi choisir « Parler à un conseiller ».',
    talkToPerson: 'Parler à un conseiller',
  },
  es: {
    hello: 'Hola. ¿En qué puedo ayudarle?',
    thanks: 'De nada. ¿Puedo ayudarle con algo más?',
    acknowledged: 'De acuerdo. Puede hacer otra pregunta cuando quiera.',
    nothingFound: 'No he encontrado una respuesta a su pregunta. Intente formularla de otra manera.',
    noInformation: 'Todavía no tengo información sobre esto.',
    mayHelp: 'De nuestros documentos, esto puede ayudarle:',
    pagesMayHelp: 'No he encontrado una respuesta clara. Estas páginas pueden ayudarle:',
    useButton: 'Puede consultarlo aquí. Elija el botón de abajo.',
    actionDone: 'Hecho.',
    actionNothing: 'No se ha encontrado nada.',
    actionFailed: 'No es posible en este momento.',
    actionBusy: 'Hay demasiadas solicitudes en este momento. Inténtelo de nuevo más tarde.',
    actionUnclear:
      'No hemos recibido una respuesta clara y no sabemos si se ha hecho. Compruébelo antes de volver a intentarlo.',
    personAsked: 'Puede seguir escribiendo. La persona que se una verá toda la conversación.',
    teamAnswers: 'Una persona de nuestro equipo responderá a su mensaje.',
    filtered: 'No puedo responder a esta pregunta. Haga otra pregunta.',
    cutShort: 'Esta respuesta ha alcanzado la longitud máxima. Pídame que continúe.',
    fileReceived: 'He recibido su archivo, pero no puedo abrirlo.',
    orPerson: 'También puede elegir «Hablar con una persona».',
    talkToPerson: 'Hablar con una persona',
  },
  pt: {
    hello: 'Olá. Como posso ajudar?',
    thanks: 'De nada. Posso ajudar com mais alguma coisa?',
    acknowledged: 'Certo. Você pode fazer outra pergunta quando quiser.',
    nothingFound: 'Não encontrei uma resposta para a sua pergunta. Tente reformulá-la.',
    noInformation: 'Ainda não tenho informações sobre isso.',
    mayHelp: 'Dos nossos documentos, isto pode ajudar:',
    pagesMayHelp: 'Não encontrei uma resposta clara. Estas páginas podem ajudar:',
    useButton: 'Você pode consultar isso aqui. Escolha o botão abaixo.',
    actionDone: 'Pronto.',
    actionNothing: 'Nada foi encontrado.',
    actionFailed: 'Isso não é possível agora.',
    actionBusy: 'Há muitas solicitações no momento. Tente novamente mais tarde.',
    actionUnclear:
      'Não recebemos uma resposta clara e não sabemos se isso foi feito. Verifique antes de tentar de novo.',
    personAsked: 'Você pode continuar escrevendo. A pessoa que entrar verá toda a conversa.',
    teamAnswers: 'Uma pessoa da nossa equipe responderá à sua mensagem.',
    filtered: 'Não posso responder a esta pergunta. Faça outra pergunta.',
    cutShort: 'Esta resposta atingiu o tamanho máximo. Peça para eu continuar.',
    fileReceived: 'Recebi o seu arquivo, mas não consigo abri-lo.',
    orPerson: 'Você também pode escolher “Falar com uma pessoa”.',
    talkToPerson: 'Falar com uma pessoa',
  },
  it: {
    hello: 'Ciao. Come posso aiutarti?',
    thanks: 'Prego. Posso aiutarti con qualcos’altro?',
    acknowledged: 'Va bene. Puoi fare un’altra domanda in qualsiasi momento.',
    nothingFound: 'Non ho trovato una risposta alla tua domanda. Prova a riformularla.',
    noInformation: 'Non ho ancora informazioni su questo.',
    mayHelp: 'Dai nostri documenti, questo può esserti utile:',
    pagesMayHelp: 'Non ho trovato una risposta chiara. Queste pagine possono esserti utili:',
    useButton: 'Puoi verificarlo qui. Scegli il pulsante qui sotto.',
    actionDone: 'Fatto.',
    actionNothing: 'Non è stato trovato nulla.',
    actionFailed: 'Al momento non è possibile.',
    actionBusy: 'Al momento ci sono troppe richieste. Riprova più tardi.',
    actionUnclear:
      'Non abbiamo ricevuto una risposta chiara e non sappiamo se è stato fatto. Controlla prima di riprovare.',
    personAsked: 'Puoi continuare a scrivere. La persona che si unirà vedrà tutta la conversazione.',
    teamAnswers: 'Una persona del nostro team risponderà al tuo messaggio.',
    filtered: 'Non posso rispondere a questa domanda. Fai un’altra domanda.',
    cutShort: 'Questa risposta ha raggiunto la lunghezza massima. Chiedimi di continuare.',
    fileReceived: 'Ho ricevuto il suo file, ma non posso aprirlo.',
    orPerson: 'Puoi anche scegliere “Parla con una persona”.',
    talkToPerson: 'Parla con una persona',
  },
  nl: {
    hello: 'Hallo. Waarmee kan ik helpen?',
    thanks: 'Graag gedaan. Kan ik nog ergens anders mee helpen?',
    acknowledged: 'Prima. Je kunt altijd nog een vraag stellen.',
    nothingFound: 'Ik heb geen antwoord op je vraag gevonden. Stel je vraag op een andere manier.',
    noInformation: 'Ik heb hier nog geen informatie over.',
    mayHelp: 'Uit onze documenten, dit kan helpen:',
    pagesMayHelp: 'Ik heb geen duidelijk antwoord gevonden. Deze pagina’s kunnen helpen:',
    useButton: 'Je kunt dit hier opzoeken. Kies de knop hieronder.',
    actionDone: 'Gedaan.',
    actionNothing: 'Er is niets gevonden.',
    actionFailed: 'Dat is nu niet mogelijk.',
    actionBusy: 'Er zijn nu te veel aanvragen. Probeer het later opnieuw.',
    actionUnclear:
      'We kregen geen duidelijk antwoord en weten niet of dit is gedaan. Controleer het voordat je het opnieuw probeert.',
    personAsked: 'Je kunt verder schrijven. De medewerker die deelneemt, ziet het hele gesprek.',
    teamAnswers: 'Een medewerker van ons team beantwoordt je bericht.',
    filtered: 'Deze vraag kan ik niet beantwoorden. Stel een andere vraag.',
    cutShort: 'Dit antwoord heeft de maximale lengte bereikt. Vraag me om verder te gaan.',
    fileReceived: 'Ik heb uw bestand ontvangen, maar ik kan het niet openen.',
    orPerson: 'Je kunt ook “Met een medewerker praten” kiezen.',
    talkToPerson: 'Met een medewerker praten',
  },
  pl: {
    hello: 'Dzień dobry. W czym mogę pomóc?',
    thanks: 'Nie ma za co. Czy mogę jeszcze w czymś pomóc?',
    acknowledged: 'Dobrze. W każdej chwili możesz zadać kolejne pytanie.',
    nothingFound: 'Nie udało mi się znaleźć odpowiedzi na to pytanie. Spróbuj zadać je inaczej.',
    noInformation: 'Nie mam jeszcze informacji na ten temat.',
    mayHelp: 'Z naszych dokumentów, to może pomóc:',
    pagesMayHelp: 'Nie udało mi się znaleźć jednoznacznej odpowiedzi. Te strony mogą pomóc:',
    useButton: 'Możesz to sprawdzić tutaj. Wybierz przycisk poniżej.',
    actionDone: 'Gotowe.',
    actionNothing: 'Nic nie znaleziono.',
    actionFailed: 'To nie jest teraz możliwe.',
    actionBusy: 'Jest teraz zbyt wiele żądań. Spróbuj ponownie później.',
    actionUnclear:
      'Nie otrzymaliśmy jednoznacznej odpowiedzi i nie wiemy, czy to zostało wykonane. Sprawdź to przed ponowną próbą.',
    personAsked: 'Możesz pisać dalej. Konsultant, który dołączy, zobaczy całą rozmowę.',
    teamAnswers: 'Na Twoją wiadomość odpowie konsultant z naszego zespołu.',
    filtered: 'Nie mogę odpowiedzieć na to pytanie. Zadaj inne pytanie.',
    cutShort: 'Ta odpowiedź osiągnęła maksymalną długość. Poproś o ciąg dalszy.',
    fileReceived: 'Plik dotarł, ale nie mogę go otworzyć.',
    orPerson: 'Możesz też wybrać „Porozmawiaj z konsultantem”.',
    talkToPerson: 'Porozmawiaj z konsultantem',
  },
  tr: {
    hello: 'Merhaba. Nasıl yardımcı olabilirim?',
    thanks: 'Rica ederim. Başka bir konuda yardımcı olabilir miyim?',
    acknowledged: 'Tamam. İstediğiniz zaman başka bir soru sorabilirsiniz.',
    nothingFound: 'Sorunuza bir yanıt bulamadım. Başka bir şekilde sormayı deneyin.',
    noInformation: 'Bu konuda henüz bilgim yok.',
    mayHelp: 'Belgelerimizden, bu yardımcı olabilir:',
    pagesMayHelp: 'Net bir yanıt bulamadım. Bu sayfalar yardımcı olabilir:',
    useButton: 'Buna buradan bakabilirsiniz. Aşağıdaki düğmeyi seçin.',
    actionDone: 'Tamamlandı.',
    actionNothing: 'Hiçbir şey bulunamadı.',
    actionFailed: 'Bu şu anda mümkün değil.',
    actionBusy: 'Şu anda çok fazla istek var. Lütfen daha sonra yeniden deneyin.',
    actionUnclear:
      'Net bir yanıt alamadık, bunun yapılıp yapılmadığını bilmiyoruz. Yeniden denemeden önce lütfen kontrol edin.',
    personAsked: 'Yazmaya devam edebilirsiniz. Katılan temsilci görüşmenin tamamını görecek.',
    teamAnswers: 'Mesajınızı ekibimizden bir temsilci yanıtlayacak.',
    filtered: 'Bu soruyu yanıtlayamam. Başka bir soru sorun.',
    cutShort: 'Bu yanıt uzunluk sınırına ulaştı. Devam etmemi isteyebilirsiniz.',
    fileReceived: 'Dosyanızı aldım ama açamıyorum.',
    orPerson: '“Bir temsilciyle görüşün” seçeneğini de kullanabilirsiniz.',
    talkToPerson: 'Bir temsilciyle görüşün',
  },
  ar: {
    hello: 'مرحبًا. كيف يمكنني المساعدة؟',
    thanks: 'على الرحب والسعة. هل يمكنني المساعدة في شيء آخر؟',
    acknowledged: 'حسنًا. يمكنك طرح سؤال آخر في أي وقت.',
    nothingFound: 'لم أجد إجابة عن سؤالك. حاول صياغته بطريقة أخرى.',
    noInformation: 'ليست لدي معلومات عن هذا بعد.',
    mayHelp: 'من مستنداتنا، قد يفيدك هذا:',
    pagesMayHelp: 'لم أجد إجابة واضحة. قد تفيدك هذه الصفحات:',
    useButton: 'يمكنك الاطلاع على ذلك هنا. اختر الزر أدناه.',
    actionDone: 'تم.',
    actionNothing: 'لم يُعثر على شيء.',
    actionFailed: 'هذا غير ممكن الآن.',
    actionBusy: 'هناك طلبات كثيرة جدًا الآن. يُرجى المحاولة لاحقًا.',
    actionUnclear: 'لم نتلقَّ إجابة واضحة، ولا نعرف هل تم ذلك. يُرجى التحقق قبل المحاولة مرة أخرى.',
    personAsked: 'يمكنك متابعة الكتابة. سيرى الموظف الذي ينضم المحادثة كاملة.',
    teamAnswers: 'سيرد أحد أفراد فريقنا على رسالتك.',
    filtered: 'لا يمكنني الإجابة عن هذا السؤال. اطرح سؤالًا آخر.',
    cutShort: 'بلغت هذه الإجابة الحد الأقصى للطول. اطلب مني المتابعة.',
    fileReceived: 'استلمت ملفك، لكن لا يمكنني فتحه.',
    orPerson: 'يمكنك أيضًا اختيار «التحدث إلى أحد الموظفين».',
    talkToPerson: 'التحدث إلى أحد الموظفين',
  },
  he: {
    hello: 'שלום. איך אפשר לעזור?',
    thanks: 'בשמחה. אפשר לעזור בעוד משהו?',
    acknowledged: 'בסדר. אפשר לשאול שאלה נוספת בכל עת.',
    nothingFound: 'לא מצאתי תשובה לשאלה. אפשר לנסות לנסח אותה אחרת.',
    noInformation: 'אין לי עדיין מידע על כך.',
    mayHelp: 'מתוך המסמכים שלנו, אולי זה יעזור:',
    pagesMayHelp: 'לא מצאתי תשובה ברורה. אולי העמודים האלה יעזרו:',
    useButton: 'אפשר לבדוק את זה כאן. יש לבחור בלחצן למטה.',
    actionDone: 'בוצע.',
    actionNothing: 'לא נמצא דבר.',
    actionFailed: 'זה לא אפשרי כרגע.',
    actionBusy: 'יש כרגע יותר מדי בקשות. אפשר לנסות שוב מאוחר יותר.',
    actionUnclear: 'לא קיבלנו תשובה ברורה, ואיננו יודעים אם זה בוצע. כדאי לבדוק לפני שמנסים שוב.',
    personAsked: 'אפשר להמשיך לכתוב. הנציג שיצטרף יראה את כל השיחה.',
    teamAnswers: 'נציג מהצוות שלנו יענה על ההודעה שלך.',
    filtered: 'אין לי אפשרות לענות על השאלה הזאת. אפשר לשאול שאלה אחרת.',
    cutShort: 'התשובה הזאת הגיעה לאורך המרבי. אפשר לבקש ממני להמשיך.',
    fileReceived: 'קיבלתי את הקובץ שלך, אבל אין לי אפשרות לפתוח אותו.',
    orPerson: 'אפשר גם לבחור באפשרות “לדבר עם נציג”.',
    talkToPerson: 'לדבר עם נציג',
  },
  hi: {
    hello: 'नमस्ते। मैं कैसे मदद करूँ?',
    thanks: 'आपका स्वागत है। क्या किसी और बात में मदद चाहिए?',
    acknowledged: 'ठीक है। आप किसी भी समय दूसरा प्रश्न पूछ सकते हैं।',
    nothingFound: 'मुझे आपके प्रश्न का उत्तर नहीं मिला। इसे दूसरे शब्दों में पूछें।',
    noInformation: 'मेरे पास इसके बारे में अभी कोई जानकारी नहीं है।',
    mayHelp: 'हमारे दस्तावेज़ों से, इससे मदद मिल सकती है:',
    pagesMayHelp: 'मुझे कोई स्पष्ट उत्तर नहीं मिला। ये पेज मदद कर सकते हैं:',
    useButton: 'आप इसे यहाँ देख सकते हैं। नीचे दिया गया बटन चुनें।',
    actionDone: 'हो गया।',
    actionNothing: 'कुछ नहीं मिला।',
    actionFailed: 'यह अभी संभव नहीं है।',
    actionBusy: 'अभी बहुत अधिक अनुरोध हैं। कृपया बाद में फिर से कोशिश करें।',
    actionUnclear: 'हमें स्पष्ट उत्तर नहीं मिला, इसलिए पता नहीं कि यह हुआ या नहीं। फिर से कोशिश करने से पहले जाँच लें।',
    personAsked: 'आप लिखना जारी रख सकते हैं। जो व्यक्ति जुड़ेंगे, वे पूरी बातचीत देख सकेंगे।',
    teamAnswers: 'हमारी टीम का एक व्यक्ति आपके संदेश का उत्तर देगा।',
    filtered: 'इस प्रश्न का उत्तर नहीं दिया जा सकता। कोई दूसरा प्रश्न पूछें।',
    cutShort: 'यह उत्तर अधिकतम लंबाई तक पहुँच गया। आगे लिखने के लिए कहें।',
    fileReceived: 'आपकी फ़ाइल मिल गई है, लेकिन मैं उसे खोल नहीं सकता।',
    orPerson: 'आप “किसी व्यक्ति से बात करें” भी चुन सकते हैं।',
    talkToPerson: 'किसी व्यक्ति से बात करें',
  },
  ja: {
    hello: 'こんにちは。どのようなご用件でしょうか。',
    thanks: 'どういたしまして。ほかにお手伝いできることはありますか。',
    acknowledged: '承知しました。ほかにもご質問があれば、いつでもどうぞ。',
    nothingFound: 'ご質問の回答が見つかりませんでした。別の言い方でお試しください。',
    noInformation: 'これについての情報はまだありません。',
    mayHelp: '資料からの引用です。お役に立つかもしれません。',
    pagesMayHelp: 'はっきりした回答が見つかりませんでした。次のページがお役に立つかもしれません。',
    useButton: 'こちらで確認できます。下のボタンを選んでください。',
    actionDone: '完了しました。',
    actionNothing: '該当するものは見つかりませんでした。',
    actionFailed: '現在は実行できません。',
    actionBusy: 'ただいまリクエストが集中しています。しばらくしてからもう一度お試しください。',
    actionUnclear:
      '明確な応答がなかったため、実行されたかどうかわかりません。もう一度試す前にご確認ください。',
    personAsked: 'このままメッセージを送信できます。参加する担当者は会話全体を確認できます。',
    teamAnswers: '担当チームのスタッフがメッセージに回答します。',
    filtered: 'この質問にはお答えできません。別の質問をお試しください。',
    cutShort: '回答が最大の長さに達しました。続きが必要な場合はお尋ねください。',
    fileReceived: 'ファイルを受け取りましたが、開くことができません。',
    orPerson: '「担当者と話す」を選ぶこともできます。',
    talkToPerson: '担当者と話す',
  },
  ko: {
    hello: '안녕하세요. 무엇을 도와드릴까요?',
    thanks: '천만에요. 더 도와드릴 일이 있나요?',
    acknowledged: '알겠습니다. 언제든지 다른 질문을 하실 수 있습니다.',
    nothingFound: '질문에 대한 답변을 찾지 못했습니다. 다른 표현으로 질문해 보세요.',
    noInformation: '이에 대한 정보가 아직 없습니다.',
    mayHelp: '저희 문서에서 찾은 내용이 도움이 될 수 있습니다.',
    pagesMayHelp: '명확한 답변을 찾지 못했습니다. 다음 페이지가 도움이 될 수 있습니다.',
    useButton: '여기에서 확인할 수 있습니다. 아래 버튼을 선택하세요.',
    actionDone: '완료되었습니다.',
    actionNothing: '찾은 것이 없습니다.',
    actionFailed: '지금은 할 수 없습니다.',
    actionBusy: '지금은 요청이 너무 많습니다. 나중에 다시 시도해 주세요.',
    actionUnclear: '명확한 응답을 받지 못해 처리되었는지 알 수 없습니다. 다시 시도하기 전에 확인해 주세요.',
    personAsked: '계속 메시지를 보낼 수 있습니다. 참여하는 담당자가 대화 전체를 볼 수 있습니다.',
    teamAnswers: '저희 팀의 담당자가 메시지에 답변해 드립니다.',
    filtered: '이 질문에는 답변할 수 없습니다. 다른 질문을 해 보세요.',
    cutShort: '답변이 최대 길이에 도달했습니다. 계속해 달라고 요청하세요.',
    fileReceived: '파일을 받았지만 제가 열 수는 없습니다.',
    orPerson: '“담당자와 대화”를 선택할 수도 있습니다.',
    talkToPerson: '담당자와 대화',
  },
  zh: {
    hello: '您好。有什么可以帮您？',
    thanks: '不客气。还有什么可以帮您？',
    acknowledged: '好的。您可以随时提出其他问题。',
    nothingFound: '没有找到您问题的答案。可以换一种说法再试。',
    noInformation: '我还没有这方面的信息。',
    mayHelp: '以下摘自我们的文档，可能有帮助：',
    pagesMayHelp: '没有找到明确的答案。以下页面可能有帮助：',
    useButton: '您可以在这里查询。请选择下方的按钮。',
    actionDone: '已完成。',
    actionNothing: '没有找到任何内容。',
    actionFailed: '现在无法完成此操作。',
    actionBusy: '目前请求过多。请稍后再试。',
    actionUnclear: '我们没有收到明确的答复，不知道是否已完成。请先确认，再重试。',
    personAsked: '您可以继续输入。加入的工作人员会看到完整对话。',
    teamAnswers: '我们团队的工作人员会回复您的消息。',
    filtered: '我无法回答这个问题。可以换一个问题。',
    cutShort: '此回答已达到长度上限。可以让我继续。',
    fileReceived: '我收到了您的文件，但无法打开。',
    orPerson: '您也可以选择“转人工服务”。',
    talkToPerson: '转人工服务',
  },
};
