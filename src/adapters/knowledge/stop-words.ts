/**
 * Stop words by language: articles, pronouns, prepositions, auxiliaries, question words and courtesies,
 * folded (lower case, without accents). They count little in a question, and help to detect its language.
 */
const BY_LANGUAGE = {
  en: `a about all also am an and any anyone are as at be because been but by can cannot could did didn do
    does doesn doing don each for from get got had has have having he hello her hey hi him his how i if in
    into is isn it its just ll like long made make many may me might more most much must my need no not of
    off old on one or our out please really re s she should so some something such t take tell than thank
    thanks that the their them then there these they thing things this those to too up us use using ve
    very want was way we were what when where which while who whom whose why will with won would you your
    yours actually after ago already always anymore before came come comes coming during either else ever give
    gives go goes going gone happen happens here know let nothing now often only other own per see since soon still
    stuff sure think today unless until wants went without work works wondering yes yet`,
  de: `aber alle als am an auch auf aus bei bin bis bist bitte da danke dann das dass dein deine dem den denn der
    des die dir doch du durch ein eine einem einen einer eines er es etwas euch fur gegen gibt hab habe
    haben habt hallo hat hatte ich ihm ihn ihr ihre im in ins ist ja kann kannst kein keine konnen konnte mal
    man mein meine mich mir mit mochte muss nach nicht noch nur ob oder schon sein sich sie sind so soll
    um und uns unser unsere vom von vor wann war warum was welche welcher welches wenn wer werden wie
    wieviel will wir wird wo wohin zu zum zur uber beim bekomm bekomme bekommen bekommt daran darauf dazu
    diese diesen dieser dieses eigentlich einfach eure eurem euren geben geh gehe gehen geht gerade gerne
    heute hier immer irgendwann irgendwie jetzt kommen kommt konnt krieg kriege kriegen kriegt mach mache
    machen macht mehr mussen musst brauch brauche brauchen keinem keinen keiner konntest konntet mochten
    mochtest mochtet darf darfst durfen durft durfte durften durftest konnten mussten musste musstest mag
    magst mogen sollst sollt sollte solltest sollten solltet willst wollt wollte wolltest wolltet wurde
    wurdest wurdet werde wirst werdet viele vielen ohne sache sachen schnell seit seid sollen sondern
    uberhaupt viel wieder wurden wollen`,
  fr: `ai au aux avec avez bonjour c ce ces cet cette comment combien d dans de des du elle en es est et etes
    etre eu faire fait faut ici il ils j je l la le les leur lui m ma mais me merci mes moi mon n ne nos
    notre nous on ont ou par pas peut peux plait pour pouvez pourquoi puis qu quand que quel quelle quelles
    quels qui quoi s sa salut sans se ses si son sont sur svp t ta te tes toi ton tu un une veux vos votre
    vous y`,
  es: `a al como con cual cuales cuando cuanto cuanta cuantos de del desde donde el ella ellos en eres es
    esta estan este esto estoy favor gracias ha hacer hay hola la las le les lo los me mi mis muy nada ni no
    nos nosotros o os para pero por porque puede puedo que quien quiero se ser si sin sobre son soy su sus
    te tengo ti tiene tu tus un una uno unos usted ustedes y ya yo ahi ahora algo alguien alguna alguno aqui asi
    aunque bien cosa cosas dar ese eso esa esos esas estaba estamos fue hago hacen haceis haz hasta has he hemos
    ir mismo otra otro podeis podemos podria pueden quieren saber sea segun sido siempre solo tambien tan tanto
    tener tenemos teneis todavia todo todos tras va vais vamos van vosotros voy vino necesito necesita necesitamos`,
  pt: `ao aos as até com como da das de dela dele do dos e ela ele em entre era essa esse esta este eu foi ha
    isso isto ja la lhe mais mas me meu minha muito na nao nas nem no nos nossa nosso num numa obrigada
    obrigado oi ola onde os ou para pela pelo pode podem posso por porque qual quais quando quanto quantos
    que quem quero se sem ser seu sua sao so tem tenho teu tua um uma voce voces`,
  it: `ai al alla anche c che chi ci ciao come con cosa da dal dalla dei del della delle di dove e ed era
    essere fare gli grazie ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mio ne nei nel nella
    noi non o per perche piu posso puo qual quale quali quando quanti quanto qui se sei si sono sta su sua
    sul sulla suo ti tra tu tuo un una uno vi voglio voi vorrei`,
  nl: `aan als bedankt ben bij dan dat de deze die dit doe doen door een en er geen graag had hallo heb
    hebben heeft hem het hij hoe hoeveel hun ik in is ja je jij jouw jullie kan kunnen kunt maar me meer mij
    mijn moet na naar niet nog nu of om ons onze ook op over te tot u uit uw van veel voor waar waarom was
    wat we welke wel wie wil wij worden wordt zal ze zich zij zijn zo`,
  pl: `ale bardzo by byc byl chce ci cie co czego czy czym dla dlaczego do dzien dobry dziekuje gdzie go i
    ich ile im ja jak jaka jaki jakie jego jej jest jestem juz ktora ktory ktore ma mam mi mnie moge moj
    moja mozna moze my na nam nas nie o od on ona oni po pod prosze przez przy sa sie swoj ta tak tam te
    tego tej ten to tu ty tym u w was we wy z za ze`,
  tr: `acaba ama bana ben beni benim bir biz bu bunu cok da daha de degil diye en gibi hangi icin ile ise kac
    ki kim lutfen merhaba mi mu nasil ne neden nerede nereye nicin o olan olarak olur onu sen siz size su
    tesekkurler tum var ve veya ya yok zaman`,
  ro: `acest aceasta ai al ale am ar are as au buna ca care cat ce cel cu cum cand da daca de din dupa ea ei el
    este eu fi fost imi in la le lor lui ma mai mea meu mi multumesc ne nu o pe pentru prin sa sau se si sunt
    te un una unde unei unui va vreau`,
  sv: `alla att av blir da de den det du eller en er ett for fran han har hej hon hur i inte jag kan man med
    mig min mitt ni nar och om pa sig ska som tack till under upp ut vad var vi vill vilken vilka`,
  da: `af alle at blev da de den der det du efter eller en er et for fra han har hej hun hvad hvilken hvor
    hvordan hvornar i ikke jeg kan man med mig min mit nar og om pa sa som tak til ud var vi vil`,
  fi: `etta hei ja jos joka kuin kuinka kiitos mika mikä milloin mina minun missa mita miten mutta myos niin on ole
    onko oli olen ovat se sen sina tai tama vai voi voiko voinko`,
  hu: `a az azt be csak de egy el en ez ezt es fel ha hogy hogyan hol is kell ki koszonom lehet meg mennyi mi
    mikor milyen mint most nem vagy van volt`,
};

export const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(BY_LANGUAGE).map(([language, list]) => [language, new Set(list.split(/\s+/))]),
);

const ALL: ReadonlySet<string> = new Set(Array.from(STOP_WORDS.values()).flatMap((list) => Array.from(list)));

/** Whether a folded word is a stop word of a language, or of any language without one. */
export function isStopWord(word: string, language: string | undefined): boolean {
  return language === undefined ? ALL.has(word) : STOP_WORDS.get(language)?.has(word) === true;
}
