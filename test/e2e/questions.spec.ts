/** What a form asks before it is sent, what can be taken back, and what staff and client write to each other. */
import { alert, command, opened, placed, planned, row, turnTo, waiting, whole } from './fixtures/orders.ts'
import { expect, test } from './fixtures/test.ts'

const admin = { area: 'office', as: 'admin@example.com' } as const

test('a finish with unlikely values is sent once their warning is ticked, and can be undone', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'vehicle', 'unlikely')
  await planned(server, number)
  const page = await aWindow({ ...admin, path: '/orders/in-progress' })
  await row(page, number).click()
  const sent: string[] = []
  page.on('request', request => request.url().includes('set-realized') && sent.push(request.url()))

  const form = await command(page, 'Zakończ')
  await whole(form)
  await form.getByLabel('Tonaż').fill('0,5')
  await form.getByLabel('Numer KPO').fill('KPO/2026/1')
  await form.getByLabel('Operator').selectOption({ index: 1 })
  await form.getByLabel('Magazyn wewnętrzny').selectOption({ index: 1 })
  await form.getByLabel('Odebrana ilość').fill('50')
  const tick = form.getByRole('checkbox', { name: /^Odebrano 50 z \d+\. Na pewno\?$/ })
  await expect(tick).not.toBeChecked()
  await form.getByRole('button', { name: 'Zakończ' }).click()
  await expect(tick).toBeFocused()
  await tick.check()
  await form.getByLabel('Odebrana ilość').fill('51')
  await expect(form.getByRole('checkbox', { name: /^Odebrano 51/ })).not.toBeChecked()
  expect(sent).toEqual([])

  await form.getByRole('checkbox', { name: /^Odebrano 51/ }).check()
  await form.getByRole('button', { name: 'Zakończ' }).click()
  await expect(form).toBeHidden()
  expect(sent).toHaveLength(1)
  await expect(row(page, number)).toHaveCount(0)
  await alert(page, 'Pomyślnie zakończono zamówienie').getByRole('button', { name: 'Cofnij', exact: true }).click()
  await expect(row(page, number)).toBeVisible()
})

test('clients do not see a note of staff; the bell counts a client’s question until it is answered', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'container', 'with a question')
  const office = await aWindow({ ...admin, path: '/orders/new' })
  const client = await aWindow({ area: 'portal', as: 'client@example.com', path: '/client/orders' })
  await expect(row(office, number)).toBeVisible()
  const before = await waiting(office)

  const panel = await opened(office, number)
  const staffs = await turnTo(panel, 'Komentarze')
  await expect(staffs.getByRole('radio', { name: 'Notatka wewnętrzna' })).toBeChecked()
  await staffs.getByRole('textbox').fill('Zalega z płatnością')
  await staffs.getByRole('textbox').press('Control+Enter')
  await expect(staffs.getByRole('listitem')).toContainText(['Notatka wewnętrzna'])

  const own = await opened(client, number)
  const clients = await turnTo(own, 'Komentarze')
  await expect(clients.getByText('Nie ma jeszcze komentarzy')).toBeVisible()
  await expect(clients.getByRole('radio')).toHaveCount(0)
  await clients.getByRole('textbox').fill('Kiedy przyjedziecie?')
  await clients.getByRole('textbox').press('Control+Enter')

  await expect.poll(() => waiting(office)).toBe(before + 1)
  await expect(staffs.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('tab', { name: /^Komentarze/ })).toHaveText(/2$/)
  await expect(row(office, number).getByTitle('Komentarz klienta czeka na odpowiedź')).toBeVisible()
  await expect(staffs.getByRole('radio', { name: 'Dla klienta' })).toBeChecked()
  await staffs.getByRole('textbox').fill('We wtorek')
  await staffs.getByRole('textbox').press('Control+Enter')
  await expect.poll(() => waiting(office)).toBe(before)
  await expect(clients.getByRole('listitem')).toHaveCount(2)
  await expect(clients.getByRole('listitem').last()).toContainText('Opony')
})
