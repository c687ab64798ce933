/** The letters of an SMS, and what it costs. */
import { describe, expect, test } from 'vitest'
import { inPlainLetters, smsParts } from '../../src/kernel/messaging/plain-letters.ts'

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
