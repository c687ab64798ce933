/**
 * Commands that a person starts before the list has reloaded after the command before. Such a command acts on the rows as they are after
 * the reload, and does nothing for a row that has left the list.
 */
import { hold } from './fixtures/hold.ts'
import { alert, command, placed, row } from './fixtures/orders.ts'
import { expect, type Page, test } from './fixtures/test.ts'

const admin = { area: 'office', as: 'admin@example.com', path: '/orders/new' } as const
const list = ({ pathname }: URL): boolean => pathname === '/api/Admin/Orders'
const selected = (page: Page) => page.locator('[role=row][aria-selected=true]')

test('a command pressed while the list reloads after another command starts once the list has reloaded', async ({
  aWindow,
  server
}) => {
  const [older, newer] = [await placed(server, 'container', 'older'), await placed(server, 'container', 'newer')]
  const page = await aWindow(admin)
  await row(page, newer).click()
  const release = await hold(page, list)
  await command(page, 'Przyjmij zamówienie')
  await expect(alert(page, 'Pomyślnie przyjęto zamówienie')).toBeVisible()

  await row(page, older).click()
  const form = await command(page, 'Anuluj zamówienie')
  release()
  await expect(form).toContainText(older)
  await expect(row(page, newer)).toHaveCount(0)
})

test('a command on a row that the person has just edited uses its new version, and is not refused', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'container', 'to be edited')
  const page = await aWindow(admin)
  await row(page, number).click()
  const form = await command(page, 'Edytuj')
  await form.getByLabel('Dodatkowe informacje').fill('Brama od podwórza')
  const release = await hold(page, list)
  await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(alert(page, 'Pomyślnie edytowano zamówienie')).toBeVisible()

  await row(page, number).click()
  await expect(selected(page)).toHaveCount(1)
  await command(page, 'Przyjmij zamówienie')
  release()
  await expect(alert(page, 'Pomyślnie przyjęto zamówienie')).toBeVisible()
  await expect(row(page, number)).toHaveCount(0)
})

test('a row that leaves the list is no longer selected', async ({ aWindow, server }) => {
  const number = await placed(server, 'container', 'to be accepted')
  const page = await aWindow(admin)
  await row(page, number).click()
  const release = await hold(page, list)
  await command(page, 'Przyjmij zamówienie')
  await expect(alert(page, 'Pomyślnie przyjęto zamówienie')).toBeVisible()
  await expect(selected(page)).toHaveCount(0)

  await row(page, number).click()
  await expect(page).toHaveURL(/[?&]row=/)
  release()
  await expect(row(page, number)).toHaveCount(0)
  await expect(page).not.toHaveURL(/[?&]row=/)
  await expect(page.getByText('1 zaznaczona pozycja nie jest już na tej liście')).toBeVisible()
})

test('the focus stays where a person types when a command is answered', async ({ aWindow, server }) => {
  const number = await placed(server, 'container', 'to be accepted')
  const page = await aWindow(admin)
  await row(page, number).click()
  const release = await hold(page, ({ pathname }) => pathname.endsWith('/accept'), 'PUT')
  await command(page, 'Przyjmij zamówienie')
  const search = page.getByRole('searchbox', { name: 'Szukaj zamówień' })
  await search.click()
  await page.keyboard.type('ka')
  release()
  await expect(alert(page, 'Pomyślnie przyjęto zamówienie')).toBeVisible()
  await expect(row(page, number)).toHaveCount(0)
  await page.keyboard.type('xa')
  await expect(search).toHaveValue('kaxa')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
