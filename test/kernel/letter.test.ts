/** How an e-mail looks: what becomes of a text, and what of text that means to be more. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colours, htmlLetter, oneLine, plainLetter } from '../../src/kernel/messaging/letter.ts'
import { senderOf } from '../../src/kernel/messaging/mail.ts'
import { inPlainLetters, smsParts } from '../../src/kernel/messaging/plain-letters.ts'

const sender = senderOf({
  businessName: 'Opony & Co',
  contactPhone: '+48 82 600 70 80',
  contactEmail: 'biuro@opony.example.com',
  portalUrl: 'https://opony.example.com/',
  adminUrl: 'https://admin.opony.example.com'
})
const html = (text: string): string => htmlLetter({ subject: 'Temat', text, language: 'pl' }, sender)
const link = 'https://admin.opony.example.com/setnewPassword#token=a-b_c'

describe('the plain text', () => {
  test('is what was written, and a signature that says where the business is reached', () => {
    const text = plainLetter({ subject: '', text: 'Dzień dobry,\n\nto jest list.\n' }, sender)
    expect(text).toBe('Dzień dobry,\n\nto jest list.\n\n-- \nOpony & Co\n+48 82 600 70 80\nbiuro@opony.example.com\n')
  })

  test('names no contact where none is set', () =>
    expect(plainLetter({ subject: '', text: 'List' }, { ...sender, phone: '', email: '' })).toBe(
      'List\n\n-- \nOpony & Co\n'
    ))
})

describe('the HTML', () => {
  test('has a paragraph for each, the language, and the business', () => {
    const page = html('Dzień dobry,\n\npierwszy.\n\ndrugi.')
    expect(page).toContain('<html lang="pl">')
    expect(page.match(/<p style="margin:0 0 16px">/g)).toHaveLength(3)
    expect(page.match(/Opony &amp; Co/g)).toHaveLength(2)
  })

  test('makes a button of a line and an address of ours, and shows where it leads', () => {
    const page = html(`Dzień dobry,\n\nUstaw hasło:\n${link}\n\nDo widzenia.`)
    expect(page).toMatch(new RegExp(`<a href="${link}" class="button"[^>]*>Ustaw hasło</a>`))
    expect(page).toMatch(/class="muted"[^>]*>https:\/\/admin\.opony\.example\.com\/setnewPassword#token=a-b_c<\/a>/)
  })

  test('makes headings of the lines that others stand under', () =>
    expect(html('pon. 23.11:\n1. Chełm')).toMatch(
      /<span[^>]*><strong>pon\. 23\.11:<\/strong><\/span>\n<span[^>]*>1\. Chełm<\/span>/
    ))

  test('leads by the heading of further lines, and by a sentence in small letters, without showing the address', () => {
    const page = html(`Zamówienie Z/1:\nPrzyjęte.\nChełm:\n${link}\n\nWybierzesz w ustawieniach.\n${link}`)
    const href = `href="${link}"`
    expect(page).toMatch(
      /<strong><a [^>]*class="link"[^>]*>Zamówienie Z\/1<\/a><\/strong><\/span>\n<span[^>]*>Przyjęte\.<\/span>/
    )
    expect(page).toMatch(/<a [^>]*class="muted"[^>]*font-size:13px[^>]*>Wybierzesz w ustawieniach\.<\/a>/)
    expect(page.split(href)).toHaveLength(3)
    expect(page).not.toContain(`>${link}<`)
  })

  test.each([
    ['another host', 'Kliknij:\nhttps://evil.example.net/setnewPassword'],
    ['a host that only begins like ours', 'Kliknij:\nhttps://opony.example.com.evil.example.net/'],
    ['our name as the user of another', 'Kliknij:\nhttps://opony.example.com@evil.example.net/'],
    ['a script', 'Kliknij:\njavascript:alert(1)'],
    ['another host of a heading', 'Kliknij:\nTeraz.\nhttps://evil.example.net/'],
    ['another host of a sentence', 'Kliknij.\nhttps://evil.example.net/'],
    ['no address', 'Kliknij:\n//opony.example.com']
  ])('makes no link to %s', (_what, text) => expect(html(text)).not.toContain('<a '))

  test('shows what looks like markup as it was written', () => {
    const page = html('<script>alert(1)</script> "A" & <b>B</b>\n<img src=x onerror=alert(1)>')
    expect(page).not.toMatch(/<script|<img|<b>/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;A&quot; &amp; &lt;b&gt;B&lt;/b&gt;')
    expect(html(`Link:\n${link}&a="><script>`)).not.toContain('<script')
  })

  test('fetches nothing', () => expect(html(`Ustaw:\n${link}`)).not.toMatch(/<img|<link|url\(|src=|@import/))
})

test('a name of several lines stays in its line', () =>
  expect(oneLine(' Opony\r\n\tKowalski:\n https://evil.example.net ')).toBe('Opony Kowalski: https://evil.example.net'))

test('the colours are those of the application', () => {
  const tokens = readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(colours))
    expect(tokens, name).toContain(`--${name}: light-dark(${light}, ${dark});`)
})

/** The letters of an SMS, and what it costs. */
describe('an SMS', () => {
  describe('an SMS in plain letters', () => {
    test.each([
      ['Zażółć gęślą jaźń ŁÓDŹ', 'Zazolc gesla jazn LODZ'],
      ['Příliš žluťoučký kůň, Ľubľana, kŕdeľ', 'Prilis zlutoucky kun, Lublana, krdel'],
      ['Tõrva, Põltsamaa, Šokolaad, žürii', 'Torva, Poltsamaa, Sokolaad, zürii'],
      // the alphabet has these: a German or an Estonian text keeps them
      ['Äpfel, Öl, Übergröße, Straße, café, Jõgeva mäe', 'Äpfel, Öl, Übergröße, Straße, café, Jogeva mäe'],
      ['„Guma” – 3 m³ × 2 … 10\u00a0t', '"Guma" - 3 m3 x 2 ... 10 t'],
      ['n\u0301', 'n'],
      ['€ [a] {b}\nc', '€ [a] {b}\nc']
    ])('%s', (given, plain) => expect(inPlainLetters(given)).toBe(plain))

    test('keeps what no plain letter stands for', () => expect(inPlainLetters('Київ 🛞')).toBe('Київ 🛞'))
  })

  describe('the parts of an SMS', () => {
    test.each([
      ['a'.repeat(160), 1],
      ['a'.repeat(161), 2],
      ['a'.repeat(306), 2],
      ['a'.repeat(307), 3],
      // counted twice
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      ['ł'.repeat(70), 1],
      [`${'a'.repeat(70)}ł`, 2],
      ['ł'.repeat(134), 2],
      ['ł'.repeat(135), 3],
      // a picture is two units of UCS-2
      ['🛞'.repeat(36), 2]
    ])('of %.6s… are counted as the gateway bills them', (text, parts) => expect(smsParts(text)).toBe(parts))
  })
})
