/** Screens of containers: their photos, and what follows from where they stand. */
import { aPicture } from '../helper/files.ts'
import { command, press } from './fixtures/orders.ts'
import { expect, type TestServer } from './fixtures/test.ts'
import { admin, openFirst, type Screen, technician } from './screens.ts'
import { chooseFirst } from './screens-of-work.ts'

const picture = aPicture(900, 600, [
  [11, 93, 94],
  [223, 238, 236]
])

/** Sends a photo of a container, as the form does. */
async function addPhoto(server: TestServer, containerId: number, name: string): Promise<void> {
  const { accessToken } = await server.signIn('office', admin.as)
  type Key = { data: { container: string; blobName: string; sasKey: string } }
  const query = new URLSearchParams({ fileName: name, folder: `photos/${containerId}` })
  const { data } = await server.call<Key>('office', accessToken, 'GET', `/api/Storage/access-token?${query}`)
  await server.call(
    'office',
    '',
    'PUT',
    `/api/Storage/blobs/${data.container}/${data.blobName}?${data.sasKey}`,
    picture
  )
  const body = { containerId, blobFileNames: [data.blobName] }
  await server.call('office', accessToken, 'POST', '/IoT/photos', body)
}

export const screensOfContainers: Screen[] = [
  {
    name: 'container-photos',
    ...admin,
    path: '/store/containers?q=K-0040',
    lead: async (page, server) => {
      for (const name of ['przód kontenera po naprawie.png', 'tył.png']) await addPhoto(server, 40, name)
      await page.reload()
      await openFirst(page)
      await press(page.getByRole('complementary').getByRole('toolbar'), 'Zobacz zdjęcia')
      await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('data-state', 'shown')
    }
  },
  {
    name: 'container-form',
    ...admin,
    path: '/store/containers',
    lead: async page => {
      await command(page, 'Dodaj kontener')
      const dialog = page.getByRole('dialog')
      // two digits are exchanged
      await dialog.getByLabel('IMEI').fill('35 693803 563480 9')
      await dialog.getByLabel('Numer kontenera').fill('K-0007')
      await dialog.getByRole('button', { name: 'Dodaj kontener' }).click()
      await expect(dialog.getByText(/Wpisz prawidłowy IMEI/).first()).toBeVisible()
    }
  },
  {
    name: 'container-number-taken',
    ...admin,
    path: '/store/containers',
    only: 'desk',
    expected: /status of 422/,
    lead: async page => {
      await command(page, 'Dodaj kontener')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('IMEI').fill('356938035643809')
      await dialog.getByLabel('Numer kontenera').fill('k-0007')
      await dialog.getByRole('button', { name: 'Dodaj kontener' }).click()
      await expect(dialog.getByText(/ma już inny kontener, z czujnikiem \d{15}/).first()).toBeVisible()
    }
  },
  {
    name: 'container-secret',
    ...admin,
    path: '/store/containers',
    lead: async page => {
      await command(page, 'Dodaj kontener')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('IMEI').fill('490154203237518')
      await dialog.getByLabel('Numer kontenera').fill('K-0900')
      await dialog.getByRole('button', { name: 'Dodaj kontener' }).click()
      await expect(dialog.locator('output')).toHaveText(/^[\w-]{43}$/)
    }
  },
  {
    name: 'service-round',
    ...technician,
    path: '/store/service',
    lead: async page => {
      await chooseFirst(page, 5)
      await command(page, 'Objazd serwisowy')
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
    }
  },
  {
    name: 'round-worked',
    ...technician,
    path: '/store/round',
    lead: async (page, server) => {
      const { accessToken } = await server.signIn('office', technician.as)
      const containerIds = [12, 31, 40, 77]
      type Begun = { data: { id: number } }
      const { data } = await server.call<Begun>('office', accessToken, 'POST', '/IoT/rounds', { containerIds })
      const stop = { containerId: containerIds[0], state: 2, note: 'Brama zamknięta, nikt nie odbiera telefonu' }
      await server.call('office', accessToken, 'PUT', `/IoT/rounds/${data.id}/stop`, stop)
      await page.reload()
      await expect(page.getByRole('link', { name: 'Nawiguj' })).toBeVisible()
      await page.getByRole('button', { name: 'Nie dało się', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    }
  },
  {
    name: 'battery-change',
    ...technician,
    path: '/store/service',
    lead: async page => {
      await chooseFirst(page)
      await expect(await command(page, 'Zapisz wymianę baterii')).toBeVisible()
    }
  }
]
