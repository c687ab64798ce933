/** Two administrators with the same order before them: whoever is second is told, and loses nothing. */
import type { Locator } from '@playwright/test'
import { demoBusiness } from '../../seeds/demo/business.ts'
import { roles } from '../../src/contract/roles.ts'
import { alert, command, open, opened, placed, row, told, turnTo } from './fixtures/orders.ts'
import { expect, type Page, test } from './fixtures/test.ts'

test.use({ expected: [/status of 4(09|22)/] })
test.describe.configure({ timeout: 120_000 })

const { accounts } = demoBusiness({ seed: 2026, orders: 200, now: new Date() })
const [first, second] = accounts.filter(({ role, state }) => role === roles.ADMIN && state === 'active')
if (!first || !second) throw new Error('The demo has two administrators')
const nameOf = ({ firstName, lastName }: typeof first) => `${firstName} ${lastName}`

const info = 'Dodatkowe informacje'

async function editing(page: Page, number: string): Promise<Locator> {
  await row(page, number).click()
  const form = await command(page, 'Edytuj')
  await expect(form.getByLabel(info)).toBeEditable()
  return form
}

const save = (form: Locator) => form.getByRole('button', { name: 'Zapisz zmiany' }).click()

async function saysInfo(page: Page, number: string, text: string): Promise<void> {
  const panel = await opened(page, number)
  await expect(told(await turnTo(panel, info), info)).toHaveText(text)
  await panel.getByRole('button', { name: 'Zamknij' }).click()
}

test('the second person to save sees who changed what, and keeps the typed values or takes the new ones', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'tonnage', 'as it was ordered', 3)
  const mine = await aWindow({ area: 'office', as: first.email, path: '/orders/new' })
  const theirs = await aWindow({ area: 'office', as: second.email, path: '/orders/new' })

  const slow = await editing(mine, number)
  await slow.getByLabel(info).fill('Typed for long')
  await slow.getByRole('textbox', { name: 'Ile ton?' }).fill('7')
  const quick = await editing(theirs, number)
  await quick.getByLabel(info).fill('Quick')
  await quick.getByLabel('Sposób płatności').selectOption({ label: 'Gotówka' })
  await save(quick)
  await expect(alert(theirs, 'Pomyślnie edytowano zamówienie')).toContainText(number)
  // the hub says it while the first still types
  const note = slow.getByRole('status').filter({ hasText: 'właśnie się zmieniło' })
  await expect(note).toContainText(`${nameOf(second)}: Edytowano zamówienie.`)

  await save(slow)
  const stale = mine.getByRole('dialog', { name: 'Ktoś był szybszy' })
  await expect(stale.getByRole('listitem')).toHaveCount(1)
  await expect(stale.getByRole('listitem')).toContainText(nameOf(second))
  await expect(stale.getByRole('listitem')).toContainText('Edytowano zamówienie')
  await expect(stale.getByRole('definition').filter({ hasText: 'Quick' })).toHaveText('as it was orderedQuick')
  // only what both have changed is chosen: the first is on their own value, and Enter applies it
  await expect(stale.getByRole('group')).toHaveCount(1)
  await expect(stale.getByRole('radio', { name: 'Moja wartość Typed for long' })).toBeFocused()
  await mine.keyboard.press('ArrowDown')
  await expect(stale.getByRole('radio', { name: 'Jest teraz Quick' })).toBeChecked()
  await mine.keyboard.press('ArrowUp')
  await stale.getByRole('button', { name: 'Zastosuj wybór' }).press('Enter')
  await expect(slow.getByLabel(info)).toHaveValue('Typed for long')
  // what only the other has changed is taken
  await expect(slow.getByLabel('Sposób płatności').locator('option:checked')).toHaveText('Gotówka')
  await expect(slow.getByRole('textbox', { name: 'Ile ton?' })).toHaveValue('7')
  await save(slow)
  await expect(alert(mine, 'Pomyślnie edytowano zamówienie')).toBeVisible()
  await saysInfo(theirs, number, 'Typed for long')

  const again = await editing(theirs, number)
  await again.getByLabel(info).fill('Given up in the end')
  const once = await editing(mine, number)
  await once.getByLabel(info).fill('The last word')
  await once.getByRole('textbox', { name: 'Ile ton?' }).fill('9')
  await again.getByRole('textbox', { name: 'Ile ton?' }).fill('5')
  await save(once)
  await expect(once).toBeHidden()
  await save(again)
  const behind = theirs.getByRole('dialog', { name: 'Ktoś był szybszy' })
  await expect(behind.getByRole('listitem')).toContainText(nameOf(first))
  // quantities say what they count, where they are compared and where they are chosen
  await expect(behind.getByRole('definition').filter({ hasText: '9' })).toHaveText('7\u00a0t9\u00a0t')
  await expect(behind.getByRole('radio', { name: 'Moja wartość 5\u00a0t' })).toBeChecked()
  await expect(behind.getByRole('radio', { name: 'Jest teraz 9\u00a0t' })).toBeVisible()
  await behind.getByRole('button', { name: 'Wczytaj aktualne dane' }).click()
  await expect(again.getByLabel(info)).toHaveValue('The last word')
  await expect(again.getByRole('textbox', { name: 'Ile ton?' })).toHaveValue('9')
  await again.getByLabel(info).fill('The last word but one')
  await save(again)
  await expect(again).toBeHidden()
  await saysInfo(mine, number, 'The last word but one')
})

test('an order that two people accept at once is accepted once, and the second person is told so', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'vehicle', 'wanted by two')
  const quick = await aWindow({ area: 'office', as: first.email, path: '/orders/new' })
  const slow = await aWindow({ area: 'office', as: second.email, path: '/orders/new' })
  // the second call sets out, and arrives when the first has been answered
  let arrive = (): void => undefined
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  await slow.route('**/api/Admin/Orders/*/accept', async route => {
    await arrived
    await route.continue()
  })
  await row(slow, number).click()
  const setOut = slow.waitForRequest('**/api/Admin/Orders/*/accept')
  await command(slow, 'Przyjmij zamówienie')
  await setOut
  await row(quick, number).click()
  await command(quick, 'Przyjmij zamówienie')
  await expect(alert(quick, 'Pomyślnie przyjęto zamówienie')).toBeVisible()
  arrive()

  const refusal = alert(slow, 'Ktoś zmienił te dane w międzyczasie. Sprawdź je i spróbuj ponownie.')
  await expect(refusal).toContainText(`${nameOf(first)}: Przyjęto zamówienie.`)
  await expect(row(slow, number)).toHaveCount(0)
  await open(slow, 'Przyjęte')
  const panel = await opened(slow, number)
  const accepts = (await turnTo(panel, 'Historia')).getByRole('listitem').filter({ hasText: 'Przyjęto zamówienie' })
  await expect(accepts).toHaveCount(1)
  await expect(accepts).toContainText(nameOf(first))
})
