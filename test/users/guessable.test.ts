/** Which passwords are easy to guess: by lists, by what is near the business and the person, and by patterns. */
import { beforeAll, describe, expect, it } from 'vitest'
import { costToGuess, enough, folded, type KnownWords } from '../../modules/users/guessable/measure.ts'
import { knownWords } from '../../modules/users/guessable/words.ts'

let words: KnownWords
beforeAll(async () => {
  words = await knownWords([
    ...['jan.kowalski@firma.example.com', 'Jan', 'Kowalski', 'Reifenhof Bug sp. z o.o.'],
    ...['Opony', 'admin.odbiory.example.com']
  ])
})

it('the lists have ten thousand common passwords and more, in plain letters', () => {
  expect(words.common.size).toBeGreaterThan(50_000)
  for (const word of ['123456789', 'iloveyou', 'dragon', 'krzysztof']) expect(words.common).toContain(word)
  expect([...words.near].filter(word => word !== folded(word))).toEqual([])
})

const kinds: Readonly<Record<string, readonly string[]>> = {
  'the commonest of the world': ['12345678', 'qwerty123', 'Password1', 'iloveyou1', 'trustno1', 'letmein12345'],
  'written with signs for letters': ['P@ssw0rd2026!', 'Adm1n!strator', 'h@sl0h@sl0', 'Qw3rty12345!'],
  'of the business': [
    'Opony2026!',
    'Kontener2026!',
    'Wymiana opon 2027',
    'recykling-opon-24',
    'Kierowca12345',
    'Tyres2026!!!'
  ],
  'of months, seasons and days': ['Styczen2026!!', 'Lato2026Lato!', 'Poniedzialek1', 'Sommer2026!!!', 'December2025!'],
  'of places and clubs': ['Warszawa123456', 'Chelm22100!!', 'Legia Warszawa 1916', 'Tallinn123456'],
  'of names': ['Krzysztof1985!', 'Katarzyna123!', 'jan-kowalski-1', 'Kowalski1980!!', 'jankowalski2026'],
  'of the person’s e-mail, company and host': [
    'jan.kowalski@firma',
    'ReifenhofBug1!',
    'odbiory2026!!',
    'firma.example.com'
  ],
  'of rows of keys': ['qwertyuiop12', 'zaq12wsxcde3', '1q2w3e4r5t6y', 'asdfghjkl123', 'zxcvbnm12345'],
  'of one thing again and again': [
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'OponyOponyOpony',
    'password password',
    '121212121212'
  ],
  'of digits alone': ['839204715523', '501502503', '19850412', '2026-11-23 2026']
}
describe.each(Object.entries(kinds))('one %s', (_kind, passwords) => {
  it.each(passwords)('%s is refused', password => {
    expect(costToGuess(password, words)).toBeLessThan(enough.client)
  })
})

it.each([
  'Krzesło pod oknem 27',
  'correct horse battery staple',
  'słoń tramwaj igła',
  'Tygrys-lampa-39',
  'mój pies lubi sery',
  'gH7$kq2!vR9p',
  '9fK2mQx7vT4z'
])('%s is taken, of the staff too', password => {
  expect(costToGuess(password, words)).toBeGreaterThanOrEqual(enough.staff)
})

it('takes two common words of a client, and asks the staff for more', () => {
  const cost = costToGuess('zielony rower', words)
  expect(cost).toBeGreaterThanOrEqual(enough.client)
  expect(cost).toBeLessThan(enough.staff)
})

it('judges long passwords quickly', () => {
  const unit = 'tygrys lampa igła '
  expect(costToGuess(unit.repeat(7), words)).toBe(costToGuess(unit, words))
  expect(costToGuess('opony'.repeat(25), words)).toBe(1)
})
