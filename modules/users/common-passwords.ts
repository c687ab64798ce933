/** The most common passwords of six characters or more, in the world and in the languages of our users. In lower case. */
const text = `
123456 1234567 12345678 123456789 1234567890 12345678910 123123 123123123 1234561 123321 123654 123qwe 123abc 147258
147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 1qaz@wsx 000000 00000000 101010 102030 111111 1111111
11111111 111222 112233 121212 131313 141414 151515 181818 192837 212121 222222 232323 252525 333333 444444 454545 456789
55555 555555 5555555 654321 666666 6666666 696969 7654321 777777 7777777 789456 789456123 888888 8888888 88888888 87654321
963852 987654 9876543 98765432 987654321 0987654321 999999 9999999 99999999 aa123456 aaaaaa aaaaaaa abc123 abc1234 abc12345
abcabc abcd123 abcd1234 abcdef abcdefg access access14 admin1 admin123 admin1234 administrator adminadmin andrea andrew
andrzej angel1 angela aniolek anthony apples arsenal asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjkl ashley
austin azerty bailey banana barbara baseball basketball batman beatka berlin bartek biedronka blahblah bonjour buster butter
camaro changeme charlie cheese chelsea chester chicken chocolate chomik computer cookie cowboy dakota dallas damian daniel
daniel1 danuta dariusz default diablo diamond dominik dominika donald dragon dragon1 dupa123 dupa1234 dupadupa eesti
ewelina falcon ferrari fishing flower football forever freedom freepass fuckme fuckyou gabriel gandalf george gfhjkm ginger
google grzegorz guitar haslo1 haslo12 haslo123 haslo1234 haslohaslo hallo123 hammer hannah harley hejsan hello1 hello123
helloworld heslo1 heslo123 heslo1234 hockey hunter iloveyou iloveyou1 internet jakubek jasmine jennifer jessica johnny jordan
jordan23 joshua justin kacper karolina karolinka kasia1 kasia123 katarzyna killer kochamcie kochanie komputer konrad
krzysztof kubus1 kwiatek lalala lalalala legia1 letmein letmein1 liverpool lol123 london lovely loveme lukasz maciek maggie
magdalena malgosia marcin marcin1 marek1 maria1 mariusz martin martina martinka master mateusz matrix matthew maverick
maxwell mercedes merlin michael michal michal1 michelle minecraft misiaczek misiek misio1 mokasin monika monkey monster
morgan mother mustang myspace1 nicole ninja1 nothing oliver opony1 opony123 orange p@ssw0rd p@ssword pass123 pass1234
passord passport passw0rd passwd password password1 password12 password123 password1234 passwort passwort1 passwort123
patrick patryk paulina pepper piotrek please pokemon polska polska1 polska123 polska12 porsche prince princess princess1
purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qazqaz qazwsx qazwsx123 qazwsxedc qq123456 qwaszx qwe123 qweasd qweasdzxc qweqwe
qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop qwertz qwertz123 qwertzuiop rabbit
rainbow ranger robert robert1 ronaldo samantha samsung samsung1 schalke04 schatz secret secret123 shadow shadow1 silver
slipknot slonko slonce slovensko snoopy soccer sparky spider spiderman starwars stokrotka sommer summer sunshine superman
superman1 sylwia tallinn taylor tereza test12 test123 test1234 testtest thomas thunder tigger tinkle tomasz tomek1 trustno1
twitter tyrell unknown victoria vagina viktoria vkontakte warszawa welcome welcome1 welcome123 whatever wiktoria william
willkommen winner wisla1 wojtek xbox360 xxxxxx yamaha yankees yellow zaq12wsx zaq1@wsx zaq1xsw2 zaqwsx zuzanna zxc123 zxcasd
zxcasdqwe zxcvbn zxcvbn1 zxcvbnm zxcvbnm1 zxczxc`

const common: ReadonlySet<string> = new Set(text.trim().split(/\s+/))

/** Whether a password is easy to guess: a common one, a single repeated character, or the person's own e-mail. */
export function isCommon(password: string, email = ''): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const [local = ''] = email.toLowerCase().split('@')
  return common.has(lower) || new Set(lower).size === 1 || lower === email.toLowerCase() || lower === local
}
