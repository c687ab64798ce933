/** The photos of a container: sent with the form, what is said of one that does not come, and how keys lead from one to the next. */
import { aPdf, aPicture } from '../helper/files.ts'
import { command, speaker, turnTo } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, rowsOf, test } from './fixtures/test.ts'
import { technician } from './screens.ts'

const say = speaker('pl')
const add = say('iot.addPhotoTo.label')
const pictures = [
  [
    'przód.png',
    aPicture(800, 600, [
      [11, 93, 94],
      [223, 238, 236]
    ])
  ],
  [
    'tył.png',
    aPicture(600, 800, [
      [180, 100, 26],
      [251, 239, 210]
    ])
  ]
] as const

test.use({ expected: [/Failed to load resource/] })

test('photos are added to a container and looked at by keys; a missing one has a message', async ({ aWindow }) => {
  const page = await aWindow({ ...technician, path: '/store/containers?q=K-0031' })
  const chosen = page.locator('[role=row][aria-selected=true]')
  await rowsOf(page).first().click()
  const form = await command(page, add)
  const field = form.locator('input[type=file][multiple]')
  await field.setInputFiles([
    { name: 'umowa.pdf', mimeType: 'application/pdf', buffer: aPdf() },
    ...pictures.map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer }))
  ])
  await expect(form.locator('.parts-file').getByRole('status')).toHaveText('Przesłane pliki: 2 z 3')
  await form.getByRole('button', { name: add }).click()
  await expect(form.getByText('Poczekaj, aż plik zostanie przesłany', { exact: false }).first()).toBeVisible()
  await form.getByRole('button', { name: 'Usuń plik umowa.pdf' }).click()
  await expect(form.locator('li img')).toHaveCount(2)
  await form.getByRole('button', { name: add }).click()
  await expect(form).toHaveCount(0)
  await settled(page)

  await page.route('**/api/Storage/pictures/**', route => route.abort())
  if ((await chosen.count()) === 0) await rowsOf(page).first().click()
  await command(page, say('iot.seePhotos.label'))
  const view = page.getByRole('dialog', { name: 'Kontener K-0031' })
  await expect(view.getByText('Wystąpił błąd podczas pobierania zdjęcia.')).toBeVisible()
  await page.unroute('**/api/Storage/pictures/**')
  await view.getByRole('button', { name: say('ui.retry') }).click()
  await expect(view.getByRole('img', { name: 'Zdjęcie 1 z 2: tył.jpg' })).toHaveJSProperty('naturalHeight', 800)
  await page.keyboard.press('ArrowRight')
  await expect(view.getByRole('img', { name: 'Zdjęcie 2 z 2: przód.jpg' })).toHaveJSProperty('naturalWidth', 800)
  await view.getByRole('button', { name: say('photos.next') }).click()
  await expect(view.getByRole('img', { name: 'Zdjęcie 1 z 2: tył.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view).toHaveCount(0)

  // the tab of the panel shows them, too
  await rowsOf(page).first().dblclick()
  const panel = page.getByRole('complementary')
  await turnTo(panel, say('iot.containerPanel.photos'))
  await expect(panel.locator('.parts-picture img')).toHaveCount(2)
  await expect(panel.locator('.parts-picture img').first()).toHaveJSProperty('complete', true)
})
