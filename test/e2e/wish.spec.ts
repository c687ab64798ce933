/** What a client wishes of an order, from the form on a phone to the tick of the planner. */
import { alert, card, choose, command, dayIn, dismissAlerts, open, row } from './fixtures/orders.ts'
import { expect, phone, test } from './fixtures/test.ts'

test.use({ expected: [/status of 400/] })

test('a client wishes a day, staff see it, planning begins with it, and another day has to be ticked', async ({
  aWindow
}) => {
  const own = { as: 'client@example.com', size: phone, locale: 'en-GB', path: '/client/orders' } as const
  const client = await aWindow({ area: 'portal', ...own })
  await client.getByRole('button', { name: 'Place an order' }).click()
  const form = client.getByRole('dialog', { name: 'Place an order' })
  await choose(form, 'Collection site')
  await form.getByLabel('What should we collect?').selectOption({ index: 1 })
  await expect(form.locator('output')).toHaveText(/net, .*gross/)
  const wished = form.getByLabel('Preferred day')
  await wished.fill(dayIn(-1))
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expect(wished).toHaveAccessibleDescription(/The preferred day cannot be in the past\./)
  await wished.fill(dayIn(5))
  await form.getByLabel('Time of day').selectOption('before noon')
  await form.getByLabel('Urgent').check()
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expect(form).toBeHidden()
  const done = client.getByText(/^Order Z\/\d{4}\/\d{6} has been placed$/)
  const number = (await done.innerText()).match(/Z\/\d{4}\/\d{6}/)?.[0] ?? ''
  await dismissAlerts(client)
  await card(client, number).getByRole('button', { name: number, exact: true }).click()
  const panel = client.getByRole('complementary', { name: `Order ${number}` })
  await expect(panel).toContainText('Urgent')
  await expect(panel.getByRole('list', { name: 'Steps' })).toContainText(/Planned\s*Preferred day: \w+/)

  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new?f.Urgent=true' })
  await expect(row(office, number)).toContainText('przed południem')
  await expect(row(office, number)).toContainText('Pilne')
  await row(office, number).click()
  await command(office, 'Przyjmij zamówienie')
  await expect(alert(office, 'Pomyślnie przyjęto zamówienie')).toBeVisible()

  await open(office, 'Przyjęte')
  await row(office, number).click()
  const bar = office.getByRole('region', { name: 'Skieruj do realizacji' })
  const day = bar.getByLabel('Termin odbioru')
  const doubt = bar.getByRole('checkbox', { name: /^Klient prosi o inny dzień/ })
  await expect(day).toHaveValue(dayIn(5))
  await expect(bar).toContainText('propozycja: ')
  await expect(doubt).toHaveCount(0)
  await day.fill(dayIn(6))
  await expect(doubt).toHaveCount(1)
  await expect(bar).toContainText('propozycja: ')
  const send = bar.getByRole('button', { name: /^Skieruj do realizacji/ })
  await send.click()
  await expect(doubt).toBeFocused()
  await doubt.check()
  await send.click()
  await expect(alert(office, 'Pomyślnie skierowano do realizacji zamówienie')).toBeVisible()

  await open(office, 'W realizacji')
  await expect(row(office, number)).toContainText('Inny dzień niż preferowany')
})
