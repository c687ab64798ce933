/** Prices in forms: what a percentage will make of them, and what the list says beside a price that is agreed. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import pricing from '../../../modules/pricing/messages/pl.json' with { type: 'json' }
import kernel from '../../../src/kernel/messages/pl.json' with { type: 'json' }
import { setCatalogue } from '../../../ui/i18n.ts'
import ui from '../../../ui/messages/pl.json' with { type: 'json' }
import AgreedPrice from '../../../ui/pages/pricing/AgreedPrice.tsx'
import { Explained } from '../../../ui/pages/pricing/Explained.tsx'
import PercentPreview from '../../../ui/pages/pricing/PercentPreview.tsx'
import type { FieldPartProps } from '../../../ui/parts/registry.ts'
import { draw } from './draw.tsx'

const nothing = (): void => undefined
const field = (more: object): FieldPartProps =>
  ({
    id: 'price',
    name: 'price',
    label: 'Cena',
    values: {},
    reads: {},
    rows: [
      { id: 3, version: 1 },
      { id: 4, version: 1 }
    ],
    onChange: nothing,
    onBlur: nothing,
    onFocus: nothing,
    ...more
  }) as unknown as FieldPartProps
const inPolish = (): void => setCatalogue('pl', { ...kernel, ...ui, ...pricing })
const soon = { timeout: 10_000 }
const preview = 'GET /api/Admin/Prices/change-percent'

test('a percentage shows each old price with the new one, for the chosen rows and the day', async () => {
  const data = [
    { id: 3, name: 'Kontener 36 m³', prices: [{ postalDigit: null, before: 610, after: 641 }] },
    { id: 4, name: 'Bus 3,5 t', prices: [] }
  ]
  const { api } = draw(<PercentPreview {...field({ reads: { percent: 5, validFrom: '2027-01-01' } })} />, server => {
    inPolish()
    server.on(preview, () => ({ data }))
  })
  await expect.element(page.getByRole('row').nth(1), soon).toHaveTextContent('Kontener 36 m³610,00 zł641,00 zł')
  await expect.element(page.getByRole('row').nth(2), soon).toHaveTextContent('Bus 3,5 ttego dnia bez ceny')
  const [call] = api.calls.filter(({ path }) => path.endsWith('/change-percent'))
  expect(String(call?.query)).toBe('ids=3%2C4&percent=5&validFrom=2027-01-01')
})

test.each([undefined, 'x', 600, -91])('%s asks for nothing', async percent => {
  const { api } = draw(<PercentPreview {...field({ reads: { percent } })} />, inPolish)
  await expect.element(page.getByText('Wpisz procent, aby zobaczyć nowe ceny.'), soon).toBeVisible()
  expect(api.calls.filter(({ path }) => path.endsWith('/change-percent'))).toEqual([])
})

test('a price that is agreed stands beside that of the list', async () => {
  const row = { orderTypeItemId: 3, lowestPrice: 650, highestPrice: 650, plannedFrom: '2027-01-01', plannedPrice: 700 }
  draw(<AgreedPrice {...field({ value: 600, values: { orderTypeItemId: 3 } })} />, server => {
    inPolish()
    server.on('GET /api/Admin/Prices', () => ({ data: [row], total: 1 }))
  })
  await expect
    .element(page.getByText('w cenniku 650,00 zł, o 7,7% mniej · od 01.01.2027: 700,00 zł'), soon)
    .toBeVisible()
  await expect.element(page.getByRole('textbox'), soon).toHaveValue('600,00')
})

test('the line that explains a price is named by its label and by what is seen', async () => {
  const explanation = { brief: 'Cena specjalna klienta', notes: [], steps: [] }
  draw(<Explained label="Skąd ta cena?" explanation={explanation} />)
  const line = page.getByRole('button', { name: 'Skąd ta cena? Cena specjalna klienta', exact: true })
  await expect.element(line).toHaveTextContent('Cena specjalna klienta')
})
