/** Words by which passwords are guessed: those near at hand, and those of the world, which packages bring. */
import { folded, type KnownWords } from './measure.ts'

/** Of the business, in the languages of its people, and what stands in every example. */
const business = `
opona opony opon opone tyre tyres tire tires reifen altreifen pneumatika pneumatiky pneumatik rehv rehvid rehvi guma gumy felga felgi
kontener kontenery kontenerow container containers behaelter kontajner kontajnery konteiner konteinerid odpad odpady odpadow waste abfall
odbior odbiory odbioru collection abholung odvoz svoz aravedu recykling recycling recyklace recyklacia utylizacja granulat
zamowienie zamowienia order orders auftrag auftraege objednavka tellimus transport spedycja logistyka logistik
kierowca kierowcy driver fahrer vodic ridic autojuht serwisant technician serwis magazyn magazynier warehouse lager sklad ladu
wymiana wulkanizacja samochod auto auta pojazd ciezarowka biuro firma klient klienci kunde zakaznik klient szef boss
faktura faktury invoice rechnung cennik kpo bdo kasa plac baza hala warsztat
haslo hasla mojehaslo password passwd pass passwort kennwort heslo parool salasona tajne secret geheim login logowanie
admin administrator root user uzytkownik gosc guest test testowy demo start zmiana zmienmnie changeme nowe nowy new temp tymczasowe
witaj witam welcome hello hallo hej czesc ahoj willkommen tere dziendobry qwerty qwertz asdf zaq zaqwsx
`
const calendar = `
styczen stycznia luty lutego marzec marca kwiecien kwietnia maj maja czerwiec czerwca lipiec lipca sierpien sierpnia wrzesien wrzesnia
pazdziernik pazdziernika listopad listopada grudzien grudnia
january february march april may june july august september october november december
januar februar maerz mai juni juli oktober dezember leden unor brezen duben kveten cerven cervenec srpen zari rijen prosinec
jaanuar veebruar marts aprill juuni juuli detsember
wiosna lato jesien zima spring summer autumn winter fruehling sommer herbst jaro leto podzim jar jesen kevad suvi sugis talv
poniedzialek wtorek sroda czwartek piatek sobota niedziela monday tuesday wednesday thursday friday saturday sunday
montag dienstag mittwoch donnerstag freitag samstag sonntag pondeli utery streda ctvrtek patek nedele
`
const places = `
polska poland polen polsko warszawa krakow lodz wroclaw poznan gdansk gdynia szczecin bydgoszcz lublin katowice bialystok kielce radom
rzeszow torun olsztyn opole zamosc chelm biala podlaska niemcy deutschland germany berlin hamburg muenchen cesko czechy praha brno
slovensko slowacja bratislava kosice eesti estonia estonsko tallinn tartu europa europe
legia lech wisla widzew cracovia lechia motor slask ruch zawisza jagiellonia pogon real barcelona arsenal chelsea liverpool bayern
`
/** The passwords that people here choose most. */
const favourites = `
andrzej aniolek bartek baseball beatka chomik damian danuta dariusz dominik dominika dragon dupa dupa123 dupa1234 dupadupa ewelina
football grzegorz haslohaslo iloveyou jakubek kacper karolina karolinka kasia kasia1 kasia123 katarzyna kochamcie kochanie komputer konrad
krzysztof kubus kubus1 kwiatek legia legia1 letmein lukasz maciek magdalena malgosia marcin marcin1 marek marek1 mariusz master mateusz
michal michal1 misiaczek misiek misio misio1 mokasin monika monkey patryk paulina piotrek pokemon polska polska1 polska12 polska123
princess schalke schalke04 schatz slonce slonko stokrotka sunshine superman sylwia tereza tomasz tomek tomek1 trustno trustno1 whatever
wiktoria wisla wisla1 wojtek zuzanna
`

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')
const nearAnyone: readonly string[] = [business, calendar, places, favourites].flatMap(wordsOf).map(folded)

/** The words in names, addresses and e-mails; of an e-mail its domain, too. */
export const wordsIn = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap(text => {
    const plain = folded(text ?? '')
    const parts = plain.split(/[^\p{L}\p{N}]+/u)
    return [plain, parts.join(''), ...parts].filter(word => word.length > 2)
  })

let coming: Promise<ReadonlySet<string>> | undefined

/** Leaked passwords of the world, first names and common words of Polish. Loaded once, when the first password is chosen. */
function worldsWords(): Promise<ReadonlySet<string>> {
  coming ??= (async () => {
    const [common, polish] = await Promise.all([import('@zxcvbn-ts/language-common'), import('@zxcvbn-ts/language-pl')])
    const { maleFirstnames, femaleFirstnames, commonWords } = polish.dictionary
    return new Set(
      [...common.dictionary['passwords-common'], ...maleFirstnames, ...femaleFirstnames, ...commonWords].map(folded)
    )
  })()
  return coming
}

/** @param context names, addresses and e-mails near the person and this installation */
export async function knownWords(context: readonly (string | null | undefined)[]): Promise<KnownWords> {
  return { near: new Set([...nearAnyone, ...wordsIn(context)]), common: await worldsWords() }
}
