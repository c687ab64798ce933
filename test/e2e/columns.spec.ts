/** A person arranges a list: by keyboard and by hand, and finds it so again. */
import { settled } from './fixtures/settled.ts'
import { desk, expect, type Page, rowsOf, test } from './fixtures/test.ts'

const headersOf = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim()).slice(1)

const boxOf = async (page: Page, header: string) => {
  const box = await page.locator('.parts-head-cell', { hasText: header }).boundingBox()
  if (!box) throw new Error(`${header} is not drawn`)
  return box
}

const heightOf = async (page: Page): Promise<number> => (await rowsOf(page).first().boundingBox())?.height ?? 0

test('columns are hidden, moved and resized, rows made compact, and all of it is kept until it is restored', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/all' })
  await rowsOf(page).first().waitFor()
  // the columns are measured again when the interface's font has come
  await settled(page)
  const asMade = await headersOf(page)
  expect(asMade.slice(0, 6)).toEqual(['Numer', 'Utworzono', 'Status', 'Klient', 'Punkt odbioru', 'Typ'])
  // the place stands under the client, and the list can be sorted by each
  const [client, place] = [
    page.getByRole('columnheader', { name: 'Klient' }),
    page.getByRole('columnheader', { name: 'Punkt odbioru' })
  ]
  // columns are fitted anew once the fonts have come
  await expect.poll(async () => ((await client.boundingBox())?.x ?? 0) - ((await place.boundingBox())?.x ?? 1)).toBe(0)
  await place.getByRole('button').click()
  await expect(place).toHaveAttribute('aria-sort', 'ascending')
  await expect(client).toHaveAttribute('aria-sort', 'none')

  const button = page.getByRole('button', { name: 'Kolumny' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Kolumny' })
  await expect(dialog.getByRole('checkbox', { name: 'Numer' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Pojazd' }).press(' ')
  const earlier = dialog.getByRole('button', { name: 'Klient: wcześniej' })
  await earlier.press('Enter')
  await expect(earlier).toBeFocused()
  await expect(dialog.getByRole('status')).toHaveText('Klient: miejsce 3 z 9')
  const later = dialog.getByRole('button', { name: 'Status: później' })
  await later.press('Enter')
  await expect(later).toBeFocused()
  const narrow = await boxOf(page, 'Klient')
  await dialog.getByRole('button', { name: 'Klient: szerzej' }).press('Enter')
  await expect.poll(async () => (await boxOf(page, 'Klient')).width).toBe(narrow.width + 20)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  const arranged = ['Numer', 'Utworzono', 'Klient', 'Punkt odbioru', 'Typ', 'Pozycja', 'Status', 'Ilość']
  expect(await headersOf(page)).toEqual(arranged)

  // by hand: the edge of a header, 60 px to the right
  const before = await boxOf(page, 'Status')
  const edge = { x: before.x + before.width, y: before.y + before.height / 2 }
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 60, edge.y, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await boxOf(page, 'Status')).width - before.width)).toBe(60)

  await page.reload()
  await rowsOf(page).first().waitFor()
  expect(await headersOf(page)).toEqual(arranged)
  expect(Math.round((await boxOf(page, 'Status')).width - before.width)).toBe(60)

  const twoLines = await heightOf(page)
  await button.click()
  await dialog.getByRole('radio', { name: 'Zwarte' }).check()
  await expect.poll(() => heightOf(page)).toBeLessThan(twoLines)
  expect((await client.boundingBox())?.y).toBe((await place.boundingBox())?.y)
  await page.keyboard.press('Escape')

  // tick and number stay in sight however far the rest is scrolled
  await page.setViewportSize({ ...desk, width: 1000 })
  const grid = page.getByRole('grid')
  const number = rowsOf(page).first().getByRole('gridcell').nth(1)
  const at = (await number.boundingBox())?.x
  await grid.evaluate(element => element.scrollTo({ left: 200 }))
  expect((await number.boundingBox())?.x).toBe(at)

  await page.setViewportSize(desk)
  await button.click()
  await dialog.getByRole('button', { name: 'Przywróć układ początkowy' }).click()
  await page.keyboard.press('Escape')
  expect(await headersOf(page)).toEqual(asMade)
  expect(await heightOf(page)).toBe(twoLines)
})
