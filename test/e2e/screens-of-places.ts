/** Screens of departments and reception places, in the back office and the portal. */
import { press as pressIn } from './fixtures/orders.ts'
import { expect, type Page } from './fixtures/test.ts'
import { admin, client, openFirst, press, type Screen, tab } from './screens.ts'

const inPanel = (page: Page) => page.getByRole('complementary')

/** The form of a command in the panel of the first row. */
const askInPanel = (name: string) => async (page: Page) => {
  await openFirst(page)
  await pressIn(inPanel(page).getByRole('toolbar'), name)
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The form of a command that needs no row. */
const ask = (name: string) => async (page: Page) => {
  await press(name)(page)
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}

/** The hours and days on which drivers are let in, with an hour that is none. */
async function fillHours(page: Page): Promise<void> {
  await askInPanel('Edytuj')(page)
  const form = page.getByRole('dialog')
  await form.getByLabel('Odbiory od').fill('15:00')
  await form.getByLabel('Odbiory do').fill('7')
  await form.getByRole('checkbox', { name: 'Sb' }).focus()
  await expect(form.getByText('Wpisz godzinę, na przykład 07:00.').last()).toBeVisible()
}

/** On a phone, and in a narrow panel, the command stands in the menu at the end of the bar. */
async function askToClose(page: Page): Promise<void> {
  await openFirst(page)
  await pressIn(inPanel(page).getByRole('toolbar'), 'Wyłącz punkt')
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function openMap(page: Page): Promise<void> {
  await askInPanel('Edytuj')(page)
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Wybierz na mapie' }).click()
  await expect(form.getByRole('region', { name: 'Mapa do wyboru położenia' })).toBeVisible()
  await form.getByRole('button', { name: 'Ustaw w środku mapy' }).scrollIntoViewIfNeeded()
}

/** The company of the demo that has several departments. */
async function departmentsOf(page: Page): Promise<void> {
  await tab('Oddziały')(page)
  await expect(inPanel(page).getByRole('tabpanel').getByText('Kraków').first()).toBeVisible()
}

export const screensOfPlaces: Screen[] = [
  { name: 'place-panel', ...admin, path: '/clients/receptionPlaces', lead: openFirst },
  { name: 'place-form', ...admin, path: '/clients/receptionPlaces', lead: ask('Dodaj punkt odbioru') },
  { name: 'place-hours', ...admin, path: '/clients/receptionPlaces', lead: fillHours },
  { name: 'place-map', ...admin, path: '/clients/receptionPlaces', lead: openMap },
  { name: 'place-types', ...admin, path: '/clients/receptionPlaces', lead: askInPanel('Zmień typy zamówień') },
  { name: 'place-deactivate', ...admin, path: '/clients/receptionPlaces', lead: askToClose },
  { name: 'place-waiting', ...admin, path: '/pickuppoints/inactive', lead: openFirst },
  { name: 'client-panel-departments', ...admin, path: '/clients/active?q=Galicja', lead: departmentsOf },
  {
    name: 'portal-place-form',
    ...client,
    path: '/client/receptionPlaces',
    locale: 'de-DE',
    lead: ask('Abholstelle hinzufügen')
  },
  { name: 'portal-place-edit', ...client, path: '/client/receptionPlaces', lead: askInPanel('Edytuj') }
]
