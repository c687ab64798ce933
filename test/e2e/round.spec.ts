/** A technician's day on a phone: containers of the service list become a round, which is worked stop by stop and waits on the server. */
import { command, speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, phone, test } from './fixtures/test.ts'
import { technician } from './screens.ts'
import { chooseFirst } from './screens-of-work.ts'

const say = speaker('pl')

test('a technician works a round on a phone', async ({ aWindow }) => {
  const page = await aWindow({ ...technician, size: phone })
  await expect(page).toHaveURL(/\/store\/service/)
  // a chip says beforehand how many containers it leaves
  const critical = page.getByRole('button', { name: /^Bateria krytyczna\s*\d+$/ })
  const count = /\d+$/.exec(await critical.innerText())?.[0]
  await critical.click()
  await expect(page.getByText(new RegExp(`^Znaleziono ${count} kontener`))).toBeVisible()
  await critical.click()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 51.143_21, longitude: 23.471_23 })
  await chooseFirst(page, 3)
  const dialog = await command(page, say('iot.serviceRound.label'))
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  const asked = page.waitForRequest(/\/IoT\/service-round\?.*latitude=51\.143&longitude=23\.471$/)
  await dialog.getByLabel(say('service.start')).selectOption({ label: say('service.start.here') })
  await asked
  await dialog.getByRole('button', { name: say('service.begin') }).click()

  await expect(page).toHaveURL(/\/store\/round$/)
  const stops = page.getByRole('list', { name: say('round.stops') }).getByRole('listitem')
  await expect(stops).toHaveCount(3)
  const [first, second] = [stops.nth(0), stops.nth(1)]
  await expect(first.getByRole('link', { name: say('round.navigate') })).toHaveAttribute('href', /openstreetmap/)
  await first.getByRole('button', { name: say('iot.changeBattery.label') }).click()
  const form = page.getByRole('dialog', { name: say('iot.changeBattery.label') })
  await form.getByRole('button', { name: say('iot.changeBattery.label') }).click()
  await expect(form).toHaveCount(0)
  await settled(page)
  await first.getByRole('button', { name: say('round.done'), exact: true }).click()
  await expect(page.getByText('1 z 3', { exact: true })).toBeVisible()

  // what was not possible says why
  await second.getByRole('button', { name: say('round.notPossible') }).click()
  await expect(second.getByRole('alert')).toHaveText(say('iot.round.noteMissing'))
  await second.getByLabel(say('iot.round.note')).fill('Brama zamknięta')
  await second.getByRole('button', { name: say('round.notPossible') }).click()
  await expect(page.getByText('2 z 3', { exact: true })).toBeVisible()

  await page.reload()
  await expect(second.getByText('Brama zamknięta')).toBeVisible()
  await expect(stops.nth(2).getByRole('button', { name: say('round.done'), exact: true })).toBeVisible()
  await page.getByRole('button', { name: say('iot.endRound.label') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('iot.endRound.label') })
    .click()
  await expect(page.getByText(say('round.none'))).toBeVisible()
})
