/** What is to be paid, as paper and the portal say it: never the price of one tonne as the amount. */
import { expect, it } from 'vitest'
import texts from '../../ui/messages/pl.json' with { type: 'json' }
import { toPayText } from '../../ui/pages/printing/toPay.ts'

const t = (key: string, args: Record<string, unknown> = {}) =>
  ((texts as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))
const perTonne = { net: 450, gross: 486 }

it.each([
  ['of a container', { perTonne: null, tonnage: null, grossOwed: 723.6 }, '723,60 zł'],
  [
    'of tonnes before weighing',
    { perTonne, tonnage: null, grossOwed: null },
    '486,00 zł brutto za tonę, do zapłaty po zważeniu'
  ],
  [
    'of weighed tonnes',
    { perTonne, tonnage: 5.8, grossOwed: 2818.8 },
    '2 818,80 zł brutto, szacunkowo: 5,8 t × 450,00 zł netto i VAT'
  ]
])('%s', (_what, details, text) => {
  expect(toPayText(t, { t, language: 'pl', vocabularies: {} }, details).replaceAll('\u00a0', ' ')).toBe(text)
})
