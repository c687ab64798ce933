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
  { name: 'map-trail', ...technician, path: '/store/map', lead: ofContainer('&trail=1') }
]
