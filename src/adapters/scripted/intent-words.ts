import type { Language } from './languages.ts';

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

export const INTENT_WORDS: Record<Exclude<Language, 'ja' | 'zh'>, IntentWords> = {
  en: {
    talk: 'talk speak chat connect transfer contact reach call put message forward escalate',
    want: 'want need get give like prefer have there',
    human: 'human humans person somebody someone representative rep',
    role: 'agent operator advisor adviser employee colleague manager staff team support anyone anybody service people',
    around: 'a an the real live actual please now human customer to hi hello me available online',
    self: 'i me we us',
    not: 'not don dont no never without',
    others: 'visitor* customers user* agents',
    hello:
      'hi, hello, hey, hiya, hi there, hello there, hey there, good morning, good afternoon, good evening, good day, greetings',
    thanks:
      'thanks, thank you, thx, ty, cheers, many thanks, thanks a lot, thank you very much, thank you so much, perfect thanks, great thanks, ok thanks, okay thanks, great thank you, ok thank you',
    acknowledged:
      'ok, okay, k, kk, alright, all right, fine, great, perfect, cool, nice, good, got it, i see, i understand, understood, sure, yes, yep, yeah, no, nope, not now, that s all, that is all, nothing else, bye, goodbye',
  },
  de: {
    talk: 'sprech* red* chatt* verbind* kontaktier* erreich* telefonier* durchstell* weiterleit* unterhalt* schreib*',
    want: 'will mochte brauche wunsche hatte gern gerne gib geben gibt',
    human: 'mensch* jemand* person personen',
    role: 'mitarbeiter* agent* berater* kundenservice kundendienst support team kolleg* ansprechpartner* sachbearbeiter*',
    around:
      'ein eine einen einem einer der die den dem mit echte* richtige* bitte lieber jetzt hallo zum verfugbar erreichbar frei',
    self: 'ich mich mir wir uns',
    not: 'nicht kein keine keinen keinem nie ohne',
    others: 'besucher* kunden kundinnen nutzer*',
    verbLast: true,
    hello:
      'hallo, guten tag, guten morgen, guten abend, moin, moin moin, servus, gruss gott, gruezi, hallo zusammen, tag',
    thanks:
      'danke, vielen dank, danke schon, dankeschon, besten dank, herzlichen dank, ok danke, super danke, danke sehr',
    acknowledged:
      'ok, okay, gut, alles klar, klar, passt, super, prima, perfekt, verstanden, ja, nein, nee, ne, das war alles, das ist alles, tschuss, auf wiedersehen',
  },
  fr: {
    talk: 'parler parle discuter echanger contacter joindre transferer appeler passer mettre communiquer',
    want: 'veux voudrais besoin souhaite aimerais faut a',
    human: 'humain* quelqu personne',
    role: 'conseiller* conseillere agent* operateur operatrice equipe support employe* responsable collegue service',
    around: 'un une le la a avec svp vrai vraie s il vous plait reel reelle disponible',
    self: 'je j me moi m nous',
    not: 'pas ne aucun aucune jamais sans',
    others: 'visiteur* client clients utilisateur*',
    hello: 'bonjour, bonsoir, salut, coucou, bonjour a tous',
    thanks: 'merci, merci beaucoup, merci bien, un grand merci, ok merci, parfait merci, super merci',
    acknowledged:
      'ok, d accord, parfait, super, bien, tres bien, compris, oui, non, c est tout, rien d autre, au revoir',
  },
  es: {
    talk: 'hablar habla hable hablo conversar chatear contactar comunicar* conect* transferir pasar pasame llamar',
    want: 'quiero quisiera necesito deseo gustaria dame hay',
    human: 'humano* humana persona personas alguien',
    role: 'agente* asesor* operador* equipo soporte empleado* representante encargado*',
    around: 'un una el la con por favor real de verdad ahora disponible',
    self: 'yo me mi conmigo nos nosotros',
    not: 'no ningun ninguna nunca sin',
    others: 'visitante* clientes usuarios',
    hello: 'hola, buenos dias, buenas tardes, buenas noches, buenas, hola buenas, que tal, hola que tal',
    thanks: 'gracias, muchas gracias, mil gracias, ok gracias, perfecto gracias, vale gracias',
    acknowledged:
      'ok, vale, de acuerdo, perfecto, genial, bien, muy bien, entendido, si, no, eso es todo, nada mas, adios',
  },
  pt: {
    talk: 'falar fala falo conversar contatar contactar conectar transferir passar ligar',
    want: 'quero queria preciso desejo gostaria tem ha',
    human: 'humano* humana pessoa pessoas alguem',
    role: 'agente* atendente* operador* equipe equipa suporte funcionario* representante',
    around: 'um uma o a com por favor real de verdade agora disponivel',
    self: 'eu me mim comigo nos',
    not: 'nao nenhum nenhuma nunca sem',
    others: 'visitante* clientes usuarios utilizadores',
    hello: 'ola, oi, bom dia, boa tarde, boa noite, oi tudo bem, ola tudo bem',
    thanks: 'obrigado, obrigada, muito obrigado, muito obrigada, valeu, ok obrigado, ok obrigada',
    acknowledged: 'ok, certo, perfeito, otimo, bom, beleza, entendi, sim, nao, e so isso, mais nada, tchau',
  },
  it: {
    talk: 'parlare parlo parla chattare contattare collegare trasferire passare passarmi passami chiamare',
    want: 'voglio vorrei bisogno desidero serve c',
    human: 'uman* persona persone qualcuno',
    role: 'operator* operatrice agent* consulent* addett* team assistenza collega responsabile',
    around: 'un una uno il la l con per favore vera vero reale ora disponibile',
    self: 'io mi me noi ci',
    not: 'non nessun nessuna mai senza',
    others: 'visitator* clienti utenti',
    hello: 'ciao, salve, buongiorno, buonasera, buon giorno, buona sera, buon pomeriggio',
    thanks: 'grazie, grazie mille, molte grazie, ok grazie, perfetto grazie, tante grazie',
    acknowledged: 'ok, va bene, perfetto, ottimo, bene, capito, si, no, e tutto, nient altro, arrivederci',
  },
  nl: {
    talk: 'praten praat spreken spreek chatten verbind* doorverbinden contact bereiken bellen schrijven overleggen',
    want: 'wil wilt graag nodig liever',
    human: 'mens mensen iemand persoon',
    role: 'medewerker* agent collega klantenservice support team adviseur',
    around: 'een de het met echte echt alsjeblieft alstublieft aub graag beschikbaar bereikbaar',
    self: 'ik mij me wij we ons',
    not: 'niet geen nooit zonder',
    others: 'bezoeker* klanten gebruikers',
    verbLast: true,
    hello: 'hallo, hoi, goedemorgen, goedemiddag, goedenavond, goedendag, hee, dag',
    thanks:
      'bedankt, dank je, dank je wel, dankjewel, dank u, dank u wel, dankuwel, hartelijk dank, ok bedankt, super bedankt',
    acknowledged: 'ok, oke, goed, prima, perfect, top, duidelijk, begrepen, ja, nee, dat is alles, tot ziens',
  },
  pl: {
    talk: 'porozmawiac porozmawiaj rozmawiac pogadac polaczyc polacz skontaktowac przelaczyc przekierowac mowic',
    want: 'chce chcialbym chcialabym potrzebuje prosze poprosze wole',
    human: 'czlowiek* kims ktos osoba osobe kogos',
    role: 'konsultant* agent* pracownik* doradca doradcy obsluga zespol*',
    around: 'z ze zywym prawdziwym prosze prawdziwy dostepny dostepna',
    self: 'ja mnie mi nas nam',
    not: 'nie zaden nigdy bez',
    others: 'odwiedzajacy* klienci uzytkownicy',
    hello: 'czesc, dzien dobry, dobry wieczor, witam, hej, siema',
    thanks: 'dziekuje, dzieki, dziekuje bardzo, wielkie dzieki, bardzo dziekuje',
    acknowledged: 'ok, okej, dobrze, super, swietnie, jasne, rozumiem, tak, nie, to wszystko, do widzenia',
  },
  tr: {
    talk: 'konus* gorus* bagla* aktar* ulas* yazis* iletisim',
    want: 'istiyor* isterim lazim ihtiyac* var',
    human: 'insan* kisi* biri*',
    role: 'temsilci* yetkili* gorevli* operator* danisman* calisan* ekip* destek',
    around: 'gercek bir canli lutfen musteri',
    not: 'istemiyorum degil yok',
    others: 'ziyaretci* musteriler kullanicilar',
    verbLast: true,
    hello: 'merhaba, selam, merhabalar, gunaydin, iyi gunler, iyi aksamlar',
    thanks: 'tesekkurler, tesekkur ederim, sagol, sag ol, cok tesekkurler, cok tesekkur ederim',
    acknowledged: 'ok, tamam, peki, olur, harika, super, anladim, evet, hayir, hepsi bu, hosca kal',
  },
  ar: {
    talk: 'التحدث اتحدث الحديث التكلم اتكلم التواصل اتواصل تحويلي حولني اكلم',
    want: 'اريد اود احتاج ابي عايز هل',
    human: 'شخص انسان بشري احد احدهم',
    role: 'موظف ممثل وكيل خدمة الدعم الفريق',
    around: 'حقيقي مع الى من فضلك العملاء',
    not: 'لا ليس لن بدون',
    others: 'الزوار الزائر',
    verbLast: true,
    hello: 'مرحبا, اهلا, السلام عليكم, صباح الخير, مساء الخير, اهلا وسهلا',
    thanks: 'شكرا, شكرا لك, شكرا جزيلا',
    acknowledged: 'اوكي, حسنا, تمام, ممتاز, فهمت, نعم, لا, هذا كل شيء, مع السلامة',
  },
  he: {
    talk: 'לדבר לשוחח להתכתב לפנות תעביר העבר תעבירו',
    want: 'רוצה צריך צריכה אפשר מבקש',
    human: 'אדם אנושי מישהו בנאדם',
    role: 'נציג נציגה הצוות שירות סוכן',
    around: 'עם בן אמיתי בבקשה לקוחות',
    not: 'לא אין בלי',
    others: 'מבקרים לקוחות משתמשים',
    verbLast: true,
    hello: 'שלום, היי, הי, בוקר טוב, ערב טוב, צהריים טובים',
    thanks: 'תודה, תודה רבה',
    acknowledged: 'אוקיי, אוקי, בסדר, מעולה, הבנתי, כן, לא, זה הכל, להתראות',
  },
  hi: {
    talk: 'बात संपर्क जोड़* मिला* बातचीत',
    want: 'चाहता चाहती चाहिए',
    human: 'इंसान व्यक्ति आदमी किसी',
    role: 'एजेंट प्रतिनिधि टीम कर्मचारी',
    around: 'से असली कृपया एक',
    not: 'नहीं मत बिना',
    others: 'आगंतुक ग्राहकों',
    verbLast: true,
    hello: 'नमस्ते, नमस्कार, हैलो, हाय',
    thanks: 'धन्यवाद, शुक्रिया, बहुत धन्यवाद',
    acknowledged: 'ओके, ठीक है, ठीक, अच्छा, समझ गया, समझ गई, हां, हाँ, नहीं, बस',
  },
  ko: {
    talk: '이야기* 대화* 통화* 연결* 상담하* 말하* 얘기*',
    want: '필요* 원해* 불러* 바꿔*',
    human: '사람* 인간* 상담원* 상담사*',
    role: '직원* 담당자* 고객센터* 팀*',
    around: '실제 진짜 좀',
    not: '안 말고 없이 않*',
    others: '방문자* 고객이 사용자*',
    verbLast: true,
    hello: '안녕하세요, 안녕, 안녕하십니까, 여보세요',
    thanks: '감사합니다, 고마워요, 고맙습니다, 고마워, 감사해요',
    acknowledged: '오케이, 네, 예, 아니요, 아니오, 알겠습니다, 알겠어요, 좋아요, 괜찮아요',
  },
};

export interface IntentParts {
  person: string;
  hello: string;
  thanks: string;
  /** Whole messages. */
  acknowledged: string;
}

/** For languages without spaces: parts of a message, separated by commas. */
export const INTENT_PARTS: Record<'ja' | 'zh', IntentParts> = {
  ja: {
    person:
      '人と話, 人間と話, 人に代わ, オペレーター, 担当者と, 担当者に, スタッフと, スタッフに, 有人チャット, 有人対応, 人間につない',
    hello: 'こんにちは, こんばんは, おはよう, はじめまして',
    thanks: 'ありがとう, 感謝',
    acknowledged:
      'ok, はい, いいえ, いえ, わかりました, 分かりました, 了解, 了解です, なるほど, 大丈夫です, 結構です',
  },
  zh: {
    person:
      '转人工, 轉人工, 人工客服, 人工服务, 人工服務, 真人, 找客服, 联系客服, 聯繫客服, 和人说话, 跟人说话, 和客服, 跟客服, 与客服, 與客服, 活人',
    hello: '你好, 您好, 早上好, 下午好, 晚上好, 嗨',
    thanks: '谢谢, 謝謝, 多谢, 多謝, 感谢, 感謝',
    acknowledged:
      'ok, 好, 好的, 行, 可以, 明白, 明白了, 知道了, 是, 是的, 不, 不用, 不用了, 没有了, 沒有了, 再见, 再見',
  },
};
