/** A form is shown once its first choices and prices have come, all of it at once; nobody waits for one that does not come. */
import { expect, type Page, test } from './fixtures/test.ts'

/** The last that the client's form asks for as it is opened: the price of the item that it begins with. */
const price = '**/api/Admin/OrderTypeItems/*?*'
const client = { area: 'portal', as: 'client@example.com', path: '/client/orders' } as const

/** Opens the form of an order; its price is answered as soon as `answer` resolves. */
async function opened(page: Page, answer: Promise<unknown>) {
  await page.route(price, async route => {
    await answer
    await route.continue()
  })
  const asked = page.waitForRequest(price)
  await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
  await asked
  const form = page.getByRole('dialog', { name: 'Złóż zamówienie' })
  const send = form.getByRole('button', { name: 'Złóż zamówienie' })
  return { form, send, item: form.getByLabel('Co odbieramy?'), room: form.locator('.parts-form-place') }
}

test('a form appears all at once: until its price has loaded, nothing of it can be seen or pressed', async ({
  aWindow
}) => {
  const page = await aWindow(client)
  let come = (): void => undefined
  const answer = new Promise<void>(resolve => {
    come = resolve
  })
  const { form, send, item, room } = await opened(page, answer)
  await expect(room).toBeVisible()
  await expect(item).toBeHidden()
  await expect(send).toBeHidden()
  come()
  await expect(item).toBeVisible()
  await expect(send).toBeVisible()
  await expect(room).toHaveCount(0)
  await expect(form.getByText(/zł/).first()).toBeVisible()
})

test('a form whose price does not load appears after a time, and can be filled in', async ({ aWindow }) => {
  const page = await aWindow(client)
  const { send, item, room } = await opened(page, new Promise(() => undefined))
  await expect(room).toBeVisible()
  await expect(item).toBeVisible()
  await expect(send).toBeVisible()
  await expect(room).toHaveCount(0)
})
