/** The map by its own page of a container, by its types, and by the border of a store that is drawn on it. */
import { command } from './fixtures/orders.ts'
import { expect, type Page, rowsOf, test } from './fixtures/test.ts'

const office = { area: 'office', as: 'admin@example.com' } as const
interface Points {
  readonly data: { readonly list: readonly { readonly id: number; readonly containerNumber: string }[] }
}

const onHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Pulpit' })).toBeVisible()

test('a container’s own page: details and edit in the panel, the trail by the keyboard alone, and the ways home', async ({
  aWindow,
  server,
  expected
}) => {
  expected.push(/status of 404/)
  const { accessToken } = await server.signIn('office', office.as)
  const { data } = await server.call<Points>('office', accessToken, 'GET', '/IoT/containers')
  const container = data.list.at(-1)!
  const page = await aWindow({ ...office, path: `/store/containers?q=${container.containerNumber}` })
  await rowsOf(page).first().click()
  await command(page, 'Zobacz na mapie')
  const dialog = page.getByRole('dialog', { name: `Kontener ${container.containerNumber}` })
  await expect(dialog.getByRole('region', { name: 'Trasa kontenera' }).last()).toContainText(
    /Postój|W drodze|nie ma jeszcze/
  )
  await dialog.getByRole('link', { name: 'Otwórz na mapie' }).click()
  await expect(page).toHaveURL(new RegExp(`/store/container/map\\?Id=${container.id}&trail=1`))

  await page.goto(`${server.office}/store/container/map?ID=${container.id}`)
  const panel = page.getByRole('complementary', { name: container.containerNumber })
  await expect(panel).toContainText('Ostatnia aktywność')
  await expect(panel).toContainText(/\d,\d\d km/)

  await panel.getByRole('button', { name: 'Edytuj' }).click()
  await expect(panel.getByLabel('Numer kontenera')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Mapa kontenerów' })).toBeVisible()
  await panel.getByLabel('Opis').fill('Przy rampie')
  await page.reload()
  await expect(panel.getByLabel('Opis')).toHaveValue('Przy rampie')
  await panel.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(panel).toContainText('Przy rampie')
  await expect(panel.getByLabel('Opis')).toHaveCount(0)

  // by the keyboard alone: open, step, play at another speed, stop, and the address that opens the same again
  await panel.getByRole('button', { name: 'Pokaż trasę' }).press('Enter')
  const trail = page.getByRole('region', { name: 'Trasa kontenera' })
  const slider = trail.getByRole('slider', { name: 'Chwila trasy' })
  await slider.press('Home')
  await expect(trail).toContainText(/1 \/ \d+/)
  await slider.press('ArrowRight')
  await expect(trail).toContainText(/2 \/ \d+/)
  const stay = await trail.getByText(/–/).first().innerText()
  await expect(page).toHaveURL(/at=\d+/)
  await page.goto(page.url())
  await expect(trail.getByText(stay)).toBeVisible()
  await trail.getByRole('button', { name: 'Szybkość 20×' }).press('Enter')
  await expect(trail.getByRole('button', { name: 'Szybkość 20×' })).toHaveAttribute('aria-pressed', 'true')
  await slider.press('Home')
  await slider.press(' ')
  const last = Number(await slider.getAttribute('max'))
  await expect(slider).toHaveValue(String(last))
  await slider.press('Escape')
  await expect(trail).toHaveCount(0)

  await panel.getByRole('button', { name: 'Zamknij' }).click()
  await onHome(page)
  for (const query of ['', '?Id=1999999999', '?Id=x']) {
    await page.goto(`${server.office}/store/container/map${query}`)
    await onHome(page)
  }
})

test('the map is filtered by layer, by missing signal and by a search; its list begins with the worst container', async ({
  aWindow
}) => {
  const page = await aWindow({ ...office, path: '/store/map' })
  const points = page.getByRole('listbox').getByRole('option')
  await expect(points.first()).toContainText('Kontener, bateria')
  const low = page.getByRole('button', { name: /^Bateria słaba/ })
  await low.dblclick()
  await expect(page).toHaveURL(/layers=low(&|$)/)
  await expect(page.getByRole('button', { name: /^Kontenery/ })).toHaveAttribute('aria-pressed', 'false')
  await low.press('Alt+Enter')
  await expect(page).not.toHaveURL(/layers=/)
  await page.getByRole('button', { name: 'Pokaż tylko: Magazyny wewnętrzne' }).click()
  await expect(page).toHaveURL(/layers=stores/)
  await expect(points.filter({ hasText: 'Kontener' })).toHaveCount(0)
  await low.press('Alt+Enter')
  await low.press('Alt+Enter')

  await page.getByRole('button', { name: 'brak sygnału od 2 dni' }).click()
  await expect(page).toHaveURL(/silent=1/)
  await expect(points.filter({ hasText: 'Punkt odbioru' })).toHaveCount(0)
  await page.getByRole('button', { name: 'brak sygnału od 2 dni' }).click()
  await page.getByRole('searchbox').fill('krakow')
  await expect(points.first()).toContainText('Kraków')
  await expect(page).toHaveURL(/q=krakow/)
})

test('the map’s settings offer its types and remember the choice; the outline is drawn where tiles cannot be loaded', async ({
  aWindow
}) => {
  const page = await aWindow({ ...office, path: '/store/map?view=52.2,19.3,9' })
  const settings = page.getByRole('button', { name: 'Ustawienia mapy' })
  const credit = page.locator('.map-credit')
  await expect(page.locator('img.leaflet-tile-loaded').first()).toBeAttached()
  await expect(credit.getByRole('link', { name: '© Kartograf' })).toHaveAttribute(
    'href',
    'https://maps.example.com/licence'
  )
  await settings.click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Rzeźba terenu' }).check()
  await expect(page.locator('img.leaflet-tile-loaded[src*="/relief/"]').first()).toBeAttached()
  await page.reload()
  await expect(page.locator('img.leaflet-tile-loaded[src*="/relief/"]').first()).toBeAttached()
  await settings.click()
  await expect(page.getByRole('radio', { name: 'Rzeźba terenu' })).toBeChecked()
  // its server never answers
  await page.getByRole('radio', { name: 'Satelitarna' }).check()
  await expect(credit).toContainText('Podkład mapy jest niedostępny', { timeout: 3000 })
  await expect(credit).toContainText('Natural Earth')
  await page.getByRole('radio', { name: 'Drogowa' }).check()
  await expect(credit).toContainText('Kartograf')
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await expect(page.getByText('km', { exact: false }).last()).toBeVisible()
})

test('a store’s border is drawn by mouse and keyboard, is refused while its sides cross, and contains the containers inside it', async ({
  aWindow,
  server,
  expected
}) => {
  expected.push(/status of 422/)
  const page = await aWindow({ ...office, path: '/store/map?view=52.5,17.5,15' })
  await page.getByRole('button', { name: 'Dodaj magazyn wewnętrzny' }).click()
  const panel = page.getByRole('complementary', { name: 'Nowy magazyn wewnętrzny' })
  await panel.getByLabel('Nazwa magazynu').fill('Plac przy lesie')
  const map = page.getByRole('region', { name: 'Mapa kontenerów' })
  const corner = (at: number) => map.getByRole('button', { name: `Punkt ${at}`, exact: true })
  for (const position of [
    { x: 200, y: 200 },
    { x: 400, y: 200 },
    { x: 400, y: 400 }
  ])
    await map.click({ position })
  await corner(3).waitFor()
  // in the middle of the longest side, then with the mouse over the opposite side
  await map.click({ position: { x: 290, y: 330 } })
  await expect(corner(4)).toBeVisible()
  const box = (await map.boundingBox())!
  const handle = (await corner(4).boundingBox())!
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 500, box.y + 300, { steps: 8 })
  await page.mouse.up()
  await expect(panel.getByRole('alert')).toContainText('Boki granicy nie mogą się przecinać')
  await panel.getByRole('button', { name: 'Dodaj magazyn wewnętrzny' }).click()
  await expect(panel.getByText('Boki granicy nie mogą się przecinać').nth(1)).toBeVisible()

  // the keyboard removes it, adds one in the middle of a side, and moves that one
  await corner(4).press('Delete')
  await expect(corner(4)).toHaveCount(0)
  await map.getByRole('button', { name: 'Dodaj punkt za punktem 3' }).press('Enter')
  await expect(corner(4)).toBeFocused()
  const before = await panel.getByLabel('Punkt 4: Szerokość geograficzna').inputValue()
  await corner(4).press('Shift+ArrowDown')
  await expect(panel.getByLabel('Punkt 4: Szerokość geograficzna')).not.toHaveValue(before)
  await expect(corner(4)).toBeFocused()
  await panel.getByRole('button', { name: 'Dodaj magazyn wewnętrzny' }).click()
  await expect(page.getByText('Dodano magazyn Plac przy lesie')).toBeVisible()
  await expect(panel).toHaveCount(0)

  const { accessToken } = await server.signIn('office', office.as)
  type Stores = { data: { id: number; name: string }[] }
  const stores = await server.call<Stores>('office', accessToken, 'GET', '/api/Admin/Stores/internal')
  const store = stores.data.find(({ name }) => name === 'Plac przy lesie')!
  const path = `/api/Admin/Stores/internal/${store.id}/borderPoints`
  const border = await server.call<{ data: unknown[] }>('office', accessToken, 'GET', path)
  expect(border.data).toHaveLength(4)

  // closed, it leaves the map for a page of its own, where it is opened again, or removed as the mistake that it was
  const closed = page.getByText('Zamknięto magazyn Plac przy lesie')
  const ofStore = page.getByRole('complementary', { name: 'Plac przy lesie' })
  await page.goto(`${server.office}/store/map?thing=s${store.id}`)
  await expect(ofStore).toContainText('0 według dokumentów')
  await ofStore.getByRole('button', { name: 'Zamknij magazyn' }).click()
  await expect(closed).toBeVisible()
  await expect(ofStore).toHaveCount(0)
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await expect(page.getByText('Cofnięto')).toBeVisible()
  await page.goto(`${server.office}/store/map?thing=s${store.id}`)
  await ofStore.getByRole('button', { name: 'Zamknij magazyn' }).click()
  await page.getByRole('button', { name: 'Pokaż', exact: true }).click()
  await expect(page).toHaveURL(/\/internalstore\/closed/)
  await expect(rowsOf(page).filter({ hasText: 'Plac przy lesie' })).toHaveAttribute('aria-selected', 'true')
  await command(page, 'Usuń magazyn')
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń magazyn' }).click()
  await expect(page.getByText('Usunięto magazyn Plac przy lesie')).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'Plac przy lesie' })).toHaveCount(0)
})
