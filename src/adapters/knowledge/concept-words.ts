/**
 * Words of shops and services that people use for one another, by language: what visitors call a thing and
 * what documents call it. A line is a concept, then its words and, after commas, phrases; folded (no case,
 * no accents). A star at the end matches any ending. The concepts are the same in every language.
 */
export const CONCEPT_WORDS = {
  en: `
    ship ship* deliver* dispatch* send sends sent sending post posts posted mail* courier* carrier* freight arriv* driver, get here
    parcel parcel* package* packet* box boxes shipment* consignment*
    order order* purchas* buy* bought
    price price* cost* charg* fee fees rates expensive cheap pound pounds euro euros dollar*, how much
    postage postage, shipping cost, shipping costs, shipping fee, shipping fees, delivery cost, delivery costs, delivery fee, delivery charge, delivery charges
    free free gratis complimentary, no charge, without charge
    return return* unwanted, send back, sent back, bring back, give back, take back, send it back, bring it back, give it back, take it back, change my mind, change your mind
    refund refund* reimburs*, money back, the money
    exchange exchang* swap* replac* instead
    pay pay* paid checkout
    instalment instalment* installment* monthly financ* spread
    voucher voucher* coupon*, gift card, gift cards, gift voucher, gift vouchers, gift certificate
    discount discount* reduc* promo* bargain* sale sales
    invoice invoic* bill bills billing vat receipt*
    warranty warrant* guarant*
    repair repair* fix fixes fixed fixing mend*
    damage damag* broke* break* crush* bent dent* scratch* torn defect* smash* crack* faulty
    service servic* maintenance inspect* overhaul* tune*
    appointment appointment* book books booked booking* reserv* slot slots
    signin login logins password* passcode*, log in, logging in, logged in, sign in, signing in
    account account* profile*
    delete delet* eras* remov* wipe
    cancel cancel* terminat* unsubscrib* quit revok*
    data data privacy gdpr personal
    track track* status whereabouts follow*, where my, where is my, where the parcel
    size size* sizing fit fits small* large* big* tall* inch* inseam
    shop shop shops store stores branch branches outlet*
    keep keep* kept store stored stores storing storage retain* retention save saved saves
    hours opening, open on, open until, closing time
    contact contact* phone* call* email* mail hotline telephone ring
    abroad abroad international* overseas foreign export* countr* customs duties
    absent absent neighbour* neighbor*, at home, not home, not in, was out, am out
    collect collect* pickup, pick up, picked up
    expire expir* valid* lapse*, run out, runs out
    bicycle bike* bicycl*
    tyre tyre* tire tires puncture*
    pain pain pains painful ache* aching toothache* hurt* sore
    try try trying tried test tests tested testing trial*
    address address* relocat* moved moving
    time day days hour hours week weeks month months minute minutes year years, how long`,
  de: `
    ship versand* versend* liefer* zustell* schick* verschick* post spedition* zusteller* paketdienst* kurier* ankomm* ankunft, kommt an, wann kommt
    parcel paket* packchen karton* sendung* packstation* schachtel*
    order bestell* kauf* einkauf*
    price preis* kost* gebuhr* teuer billig berechn* euro, wie viel, wieviel
    postage porto versandkosten* lieferkosten* versandgebuhr*
    free gratis kostenlos* kostenfrei* umsonst gebuhrenfrei*
    return ruckgabe* rucksend* zuruckgeb* zuruckschick* zuruckgeschickt zuruckbring* retour* widerruf* zuruck
    refund erstatt* ruckerstatt* ruckzahl*, geld zuruck, geld wieder, mein geld
    exchange umtausch* tausch* austausch* ersatz stattdessen
    pay zahl* bezahl* uberweis*
    instalment rate raten ratenzahl* ratenkauf* monatlich* finanzier* verteil*
    voucher gutschein* geschenkkarte* coupon*
    discount rabatt* reduzier* sonderangebot* ermassig* aktion*
    invoice rechnung* quittung* beleg* kassenbon* umsatzsteuer* mehrwertsteuer*
    warranty garantie* gewahrleist*
    repair repar* flick* instandsetz* richten
    damage schaden* beschadig* kaputt* defekt* delle* zerbroch* zerkratzt kratzer bruch verbogen
    service inspektion* wartung* durchsicht* service uberhol*
    appointment termin* buch* reservier*
    signin anmeld* einlogg* login* passwort* kennwort*
    account konto* kundenkonto* profil*
    delete losch* entfern*
    cancel kundig* stornier* abbestell* abmeld* widerruf*
    data daten* datenschutz* dsgvo personlich*
    track sendungsverfolg* sendungsnummer* verfolg* status standort unterwegs, wo ist, wo bleibt
    size gross* klein* passt passen weite
    shop laden geschaft* filiale*
    hours offnungszeit* geoffnet offen, auf habt
    contact kontakt* telefon* anruf* erreich* email* mail hotline ruf
    abroad ausland* international* zoll land lander
    absent nachbar* abwesend*, nicht zuhause, nicht zu, nicht da, zu hause
    collect abhol*
    expire ablauf* ablauft gultig* verfall* gilt, lauft ab, lauft mein
    bicycle fahrrad* rad rader velo*
    tyre reifen* platten platter plattfuss* schlauch*
    pain schmerz* zahnweh weh wehtun*
    try test* probier* ausprobier* probefahr*
    address adress* anschrift* umzug* umgezogen
    time tag tage tagen stunde* woche* monat* minute* jahr* werktag* dauer* zeit* frist*, wie lange`,
  es: `
    ship envi* mand* entreg* repart* despach* correo* transport* mensajer* lleg*
    parcel paquete* caja* bulto*
    order pedido* compra* encarg*
    price preci* cost* cuest* cobr* tarif* gasto* vale valen caro barat* euro euros €, cuanto vale, cuanto es
    postage porte portes franqueo, gastos de envio, coste de envio
    free gratis gratuit*
    return devol* devuel* retorn*
    refund reembols*, el dinero, mi dinero
    exchange cambi* canje* sustitu* reemplaz*
    pay pag*
    instalment plazos cuota* mensual* financ* reparti*, a plazos
    voucher cupon* vale bono bonos, tarjeta regalo, tarjetas regalo, cheque regalo
    discount descuent* rebaj* promoci* oferta*
    invoice factur* recib* ticket nif iva
    warranty garanti*
    repair repar* arregl* compon*
    damage dan* rot* ray* estrope* defect* abollad* golpe* doblad* romp*
    service revision* mantenimiento puesta inspecci*
    appointment cita* reserv* turno, pido hora, pedir hora, dar hora
    signin contrasen* clave login, iniciar sesion, inicio sesion
    account cuenta cuentas perfil*
    delete borr* elimin* suprim*
    cancel cancel* anul* baja
    data datos privacidad
    track seguimiento rastre* localiz* estado, donde esta
    size talla* tamano* medida* pequen* grande* estatura
    shop tienda* sucursal* local
    hours horario*, abren, abris
    contact contact* telefon* llam* email*
    abroad extranjero internacional* aduana* pais paises
    absent ausente*, en casa, no estaba, no estoy, nadie
    collect recog* recoj*
    expire caduc* venc* valid* dura
    bicycle bici* bicicleta*
    tyre rueda* neumatic* pinch* camara
    pain dolor* duele* doler
    try prob* prueb*
    address direccion* domicilio* mudan*
    time dia dias hora horas semana* mes meses minuto* plazo tard* demor* espera, cuanto tiempo`,
  fr: `
    ship livr* expedi* envoi* envoy* transport* coursier* port arriv*
    parcel colis paquet* carton*
    order command* achat* achet*
    price prix cout* tarif* frais cher payant euro euros, combien
    free gratuit* offert*
    return retour* renvoy* rendre
    refund rembours*
    exchange echang* remplac*
    pay pai* regl* paye*
    instalment mensual* echelonn* credit financ*, plusieurs fois
    voucher bon bons coupon*, carte cadeau, cartes cadeaux, cheque cadeau
    discount remise* reduc* promo* solde*
    invoice factur* recu tva
    warranty garanti*
    repair repar*
    damage abim* casse* endommag* defectu* raye*
    service revision* entretien
    appointment rendez reserv*
    signin connexion connect* passe identifi*
    account compte* profil*
    delete supprim* effac*
    cancel annul* resili* desabonn*
    data donnees confidentialite rgpd
    track suivi* suivre localis*
    size taille* pointure* petit* grand*
    shop magasin* boutique*
    hours horaire* ouvert* ouverture
    contact contact* telephon* appel* joindre
    abroad etranger international* douane* pays
    absent absent* voisin*
    collect retrait* retirer recuper*
    expire expir* valable* validite
    bicycle velo* bicyclette*
    tyre pneu* crevaison* creve*
    pain douleur* douloureu*
    try essai* essay*
    address adresse* demenag*
    time jour* heure* semaine* mois minute* delai* duree*`,
  it: `
    ship sped* consegn* invi* corriere arriv*
    parcel pacco pacchi scatola collo
    order ordin* acquist* compr*
    price prezz* cost* tariff* spese quanto euro
    free gratis gratuit*
    return reso resi restitu* rend*
    refund rimbors*
    exchange cambi* sostitu*
    pay pag*
    instalment rate rata rateal* finanzi*
    voucher buono buoni coupon regalo
    discount scont* promo* offert*
    invoice fattur* ricevut* scontrin* iva
    warranty garanzi*
    repair ripar* aggiust*
    damage dann* rott* difett* graffi*
    service revision* manutenzion* tagliand*
    appointment appuntament* prenot*
    signin password accesso acced* login
    account account profilo conto
    delete cancell* elimin*
    cancel annull* disdi* disiscri*
    data dati privacy
    track traccia* tracking
    size tagli* misur* grand* piccol*
    shop negozi* filial*
    hours orari* apert*
    contact contatt* telefon* chiam*
    abroad estero internazional* dogan* paes*
    collect ritir*
    expire scad* valid*
    bicycle bici* biciclett*
    tyre gomm* pneumatic* foratur*
    pain dolor* dolent*, fa male
    address indirizz*
    time giorn* or* settiman* mes* minut* tempi`,
  pt: `
    ship envi* entreg* remess* mand* transport* frete cheg*
    parcel pacote* encomenda* caixa*
    order pedido* encomend* compr*
    price prec* cust* taxa* tarifa* frete euro euros reais
    free gratis gratuit*
    return devol*
    refund reembols*
    exchange troc* substitu*
    pay pag*
    instalment parcel* prestac* mensal* financ*
    voucher vale cupom cupons cupao presente
    discount descont* promo*
    invoice fatur* recibo* fiscal
    warranty garanti*
    repair repar* consert* arranj*
    damage dan* quebr* partid* defeit* riscad*
    service revis* manutenc*
    appointment marcac* agend* reserv*
    signin senha* palavra login entrar
    account conta perfil
    delete apag* elimin* exclu*
    cancel cancel* anul*
    data dados privacidade
    track rastre* acompanh* seguimento
    size tamanh* medida* pequen* grand*
    shop loja* filial*
    hours horari* abert*
    contact contat* contact* telefon* lig*
    abroad exterior estrangeiro internac* alfandeg* pais paises
    collect levant* retir*
    expire expir* valid* caduc*
    bicycle bicicleta* bike*
    tyre pneu* furo
    pain dor dores doi doem dolorid*
    address endereco* morada*
    time dia dias hora* semana* mes meses minuto* prazo* demor*`,
  nl: `
    ship verzend* verstuur* lever* bezorg* stuur* post koerier
    parcel pakket* pakje* doos
    order bestel* koop* aankoop*
    price prijs* kost* tarie* duur euro
    free gratis kosteloos
    return retour* terugstur* terugbreng*
    refund terugbetal* terugkrijg*, geld terug
    exchange ruil* omruil* vervang*
    pay betal*
    instalment termijn* maandelijks financ*
    voucher cadeaubon* bon bonnen waardebon* cadeaukaart*
    discount korting* aanbieding*
    invoice factu* bonnetje* btw
    warranty garantie*
    repair repar* herstel* maken
    damage schade* beschadig* kapot defect*
    service onderhoud* beurt
    appointment afspraak* afspraken boek* reserv*
    signin inlog* wachtwoord*
    account account* profiel
    delete verwijder* wis*
    cancel annul* opzeg* afmeld*
    data gegevens privacy
    track volg* track*
    size maat maten groot* klein*
    shop winkel* filia*
    hours openingstijd* open
    contact contact* telefo* bel bellen
    abroad buitenland* internation* douane land landen
    collect ophal* afhal*
    expire verlop* geldig*
    bicycle fiets*
    tyre band banden lek
    pain pijn*, doet pijn
    address adres*
    time dag dagen uur uren week weken maand* minuten duur*`,
};
