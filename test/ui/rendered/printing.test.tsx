/** Papers as wide as A4 within its margins: no word and no number is broken, and there is room for what is written by hand. */
import { beforeEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import catalogue from '../../../modules/catalogue/messages/pl.json' with { type: 'json' }
import companies from '../../../modules/companies/messages/pl.json' with { type: 'json' }
import orders from '../../../modules/orders/messages/pl.json' with { type: 'json' }
import kernel from '../../../src/kernel/messages/pl.json' with { type: 'json' }
import { setCatalogue } from '../../../ui/i18n.ts'
import ui from '../../../ui/messages/pl.json' with { type: 'json' }
import PrintView from '../../../ui/pages/printing/PrintView.tsx'
import type { Sheet } from '../../../ui/pages/printing/routes.ts'
import { pages } from '../fixtures/parts/metadata.ts'
import { draw } from './draw.tsx'

const vocabularies = {
  ...pages.vocabularies,
  'companies.paymentType': {
    name: 'companies.paymentType',
    members: [
      { name: 'cash', code: 0, label: 'companies.paymentType.cash' },
      { name: 'transfer', code: 1, label: 'companies.paymentType.transfer' }
    ]
  }
}
const sheet = (sequence: number, more: Partial<Sheet['details']> = {}, info: object = {}): Sheet => ({
  orderInfo: {
    number: `Z/2026/0009${40 + sequence}`,
    acceptedDate: '2026-11-20',
    company: 'Przedsiębiorstwo Wielobranżowe Konstantynopolitańczykowianeczka i Współpracownicy sp. z o.o. sp. k.',
    receptionPlacePhone: '825601234',
    receptionPlace: 'Szczebrzeszyn, ul. Bohaterów Września 1939 Roku 123A, 22-460',
    vehicle: 'LWL 7377P, Mercedes-Benz Actros',
    type: 1,
    quantity: 12,
    ...info
  },
  paymentType: sequence % 2 === 0 ? 0 : 1,
  totalValue: 1447.2,
  details: {
    id: sequence,
    orderTypeItemName: 'Kontener 36 m³ na opony wielkogabarytowe',
    companyTaxNumber: '5270001234',
    bdoNumber: '000123456',
    unit: 'pieces',
    additionalInfo: 'Brama zamknięta po 15:00, dzwonić do p. Rutkowskiej',
    wishedDate: null,
    wishedPart: null,
    urgent: true,
    realizationDate: '2026-11-24',
    driver: 'Wojciech Sikora',
    perTonne: null,
    tonnage: null,
    grossOwed: 1447.2,
    load: 18,
    stop: { vehicleId: 7, route: 3, sequence, stops: 12 },
    ...more
  }
})
const byTonne = { unit: 'tonnes', perTonne: { net: 450, gross: 486 }, grossOwed: null } as const
const paper = {
  business: {
    name: 'Opony Przykładowe sp. z o.o.',
    address: 'ul. Przykładowa 1, 22-100 Chełm',
    taxNumber: '0000000000',
    bdoNumber: '000000000'
  },
  wasteCode: '16 01 03'
}
/** The session of Chromium's protocol, whose type the package leaves open. */
const emulate = (media: string): Promise<unknown> =>
  (cdp() as unknown as { send(method: string, params: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    media
  })
const copy = (): HTMLElement => document.querySelector<HTMLElement>('.print-copy') ?? document.body

beforeEach(() => async () => {
  await emulate('')
  await page.viewport(1280, 800)
})

/** Draws what is printed of these sheets. */
async function print(sheets: readonly Sheet[]): Promise<void> {
  await page.viewport(680, 980)
  draw(
    <PrintView
      id={1}
      row={undefined}
      rows={sheets.map(({ details }) => ({ id: details.id, version: 1 }))}
      close={() => undefined}
    />,
    server => {
      setCatalogue('pl', { ...kernel, ...catalogue, ...companies, ...orders, ...ui })
      server.on('GET /api/ui/pages', () => ({ data: { ...pages, vocabularies } }))
      server.on('GET /api/Admin/Orders/print', () => ({ ...paper, data: sheets }))
    }
  )
  await expect.element(page.getByText('Karta trasy').first(), { timeout: 10_000 }).toBeInTheDocument()
  await emulate('print')
}

/** The words of tables that stand in several lines. */
function brokenWords(): string[] {
  const walker = document.createTreeWalker(copy(), NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const word of node.textContent?.matchAll(/\S+/g) ?? []) {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      if (node.parentElement?.closest('table') && range.getClientRects().length > 1) broken.push(word[0])
    }
  return broken
}

test('no column breaks words, order numbers or phones, and none is wider than the page', async () => {
  await print([sheet(1), sheet(2), sheet(3, byTonne), sheet(12, byTonne)])
  expect(brokenWords()).toEqual([])
  for (const whole of copy().querySelectorAll('.print-whole')) expect(whole.getClientRects()).toHaveLength(1)
  for (const one of copy().querySelectorAll<HTMLElement>('.print-sheet')) {
    const right = Math.max(...[...one.querySelectorAll('table')].map(table => table.getBoundingClientRect().right))
    expect(right).toBeLessThanOrEqual(one.getBoundingClientRect().right + 1)
  }
})

test('paper has lines for weight and KPO, the business, the numbers of the client, the waste code and the cash', async () => {
  await print([sheet(1), sheet(2), sheet(4, byTonne)])
  const [cover, transfer, cash] = [...copy().querySelectorAll('.print-sheet')]
  for (const text of ['Waga (t)', 'Nr KPO', 'NIP 0000000000', 'BDO 000000000', '16 01 03'])
    for (const one of [cover, transfer, cash]) expect(one).toHaveTextContent(text)
  expect(cover).toHaveTextContent('Gotówka do pobrania1 447,20 zł + 1 zamówienie na tony')
  for (const text of ['5270001234', '000123456']) expect(cash).toHaveTextContent(text)
  expect(cash).toHaveTextContent('Kierowca pobiera gotówką1 447,20 zł')
  expect(cash).toHaveTextContent('Pobrana gotówka (zł)')
  expect(transfer).toHaveTextContent('Do zapłaty brutto1 447,20 zł')
  expect(transfer).not.toHaveTextContent('Pobrana gotówka')
  // 45 mm for the number of a card, on the cover beside the cash, too
  for (const fill of cover?.querySelectorAll('.print-fill > span:nth-child(3)') ?? [])
    expect(Number.parseFloat(getComputedStyle(fill, '::after').width)).toBeGreaterThan(165)
  for (const blank of copy().querySelectorAll('.print-blanks td')) expect(blank.clientWidth).toBeGreaterThan(120)
})
