/** The states of the map: its settings, a container's details, form and trail, an outline in place of tiles. */
import { expect, type Page, type TestServer } from './fixtures/test.ts'
import { admin, press, type Screen, technician } from './screens.ts'

interface Points {
  readonly data: { readonly list: readonly { readonly id: number }[] }
}

/** Goes to the map of a container that has moved, in the state that the query names. */
const ofContainer = (query: string) => async (page: Page, server: TestServer) => {
  const { accessToken } = await server.signIn('office', technician.as)
  const { data } = await server.call<Points>('office', accessToken, 'GET', '/IoT/containers')
  await page.goto(`${server.office}/store/container/map?Id=${data.list[0]?.id}${query}`)
  // a phone shows the panel in the sheet
  await expect(page.locator('.map-panel, .map-trail').first()).toBeVisible()
}

interface Stores {
  readonly data: readonly { readonly id: number }[]
}

/** Goes to the map of an internal store, in the state that the query names. */
const ofStore = (query: string) => async (page: Page, server: TestServer) => {
  const { accessToken } = await server.signIn('office', admin.as)
  const { data } = await server.call<Stores>('office', accessToken, 'GET', '/api/Admin/Stores/internal')
  await page.goto(`${server.office}/store/map?thing=s${data[0]?.id}&view=52,19,8${query}`)
  await expect(page.locator('.map-panel')).toBeVisible()
}

/** Goes to the map of a reception place. */
async function ofPlace(page: Page, server: TestServer): Promise<void> {
  const { accessToken } = await server.signIn('office', technician.as)
  const { data } = await server.call<Stores>('office', accessToken, 'GET', '/api/Admin/reception-places/coordinates')
  await page.goto(`${server.office}/store/map?thing=r${data[0]?.id}&view=52,19,8`)
  await expect(page.locator('.map-distances li').first()).toBeVisible()
}

async function borderForm(page: Page, server: TestServer): Promise<void> {
  await ofStore('&form=iot.editStore')(page, server)
  await expect(page.locator('.border-handle').first()).toBeVisible()
}

export const screensOfMap: Screen[] = [
  {
    name: 'map-settings',
    ...technician,
    path: '/store/map',
    lead: async page => {
      await press('Ustawienia mapy')(page)
      await expect(page.getByRole('radio', { name: 'Drogowa' })).toBeChecked()
    }
  },
  {
    name: 'map-outline-near',
    ...technician,
    path: '/store/map?view=52.12,19.2,13',
    lead: async page => {
      await press('Ustawienia mapy')(page)
      await page.getByRole('radio', { name: 'Zarys krajów' }).check()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Natural Earth')).toBeVisible()
    }
  },
  { name: 'map-container', ...technician, path: '/store/map', lead: ofContainer('') },
  {
    name: 'map-container-edit',
    ...admin,
    path: '/store/map',
    lead: async (page, server) => {
      await ofContainer('&form=iot.edit')(page, server)
      await expect(page.getByLabel('Numer kontenera')).toBeVisible()
    }
  },
  {
    name: 'map-store',
    ...admin,
    path: '/store/map',
    lead: async (page, server) => {
      await ofStore('')(page, server)
      await expect(page.getByText('Powierzchnia')).toBeVisible()
    }
  },
  {
    name: 'map-place',
    ...admin,
    path: '/store/map',
    lead: async (page, server) => {
      await ofPlace(page, server)
      await expect(page.getByText('Otwarte zamówienia')).toBeVisible()
      await expect(page.getByText(/ według GPS/)).toBeVisible()
    }
  },
  {
    name: 'map-place-technician',
    ...technician,
    path: '/store/map',
    only: 'desk',
    lead: async (page, server) => {
      await ofPlace(page, server)
      await expect(page.getByRole('link', { name: 'Pokaż na liście' })).toBeHidden()
    }
  },
  { name: 'map-store-border', ...admin, path: '/store/map', only: 'desk', lead: borderForm },
  {
    name: 'map-store-border',
    ...admin,
    path: '/store/map',
    only: 'phone',
    lead: async (page, server) => {
      await borderForm(page, server)
      // no point stands half under the buttons
      await page.getByLabel('Punkt 3: Szerokość geograficzna').scrollIntoViewIfNeeded()
    }
  },
  {
    name: 'map-store-new',
    ...admin,
    path: '/store/map?view=52.2,19.3,12',
    only: 'desk',
    lead: async page => {
      await press('Dodaj magazyn wewnętrzny')(page)
      const map = page.getByRole('region', { name: 'Mapa kontenerów' })
      await expect(page.getByRole('button', { name: 'Dodaj punkt w środku mapy' })).toBeEnabled()
      for (const [x, y] of [
        [200, 200],
        [420, 380],
        [420, 200],
        [200, 380]
      ] as const)
        await map.click({ position: { x, y } })
      // the fourth corner is dragged over the opposite side
      await expect(page.locator('.border-corners li')).toHaveCount(4)
      await page.getByLabel('Punkt 1: Długość geograficzna').fill('19,38')
      await expect(page.getByRole('alert')).toBeVisible()
    }
  },
  {
    name: 'map-fences',
    ...technician,
    path: '/store/containers?row=15&panel=15',
    lead: async page => {
      await page.getByRole('tab', { name: 'Wjazdy i wyjazdy' }).click()
      await expect(page.getByRole('tabpanel').getByText('Wjazd', { exact: true }).first()).toBeVisible()
    }
  },
  { name: 'map-trail', ...technician, path: '/store/map', lead: ofContainer('&trail=1') }
]
