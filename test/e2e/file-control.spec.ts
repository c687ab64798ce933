/**
 * The control of a file, in a browser and against the server: no page has it yet, so the form of a document is put in the place
 * of another dialog's. What is sent, recorded and fetched is real.
 */
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { aPdf } from '../helper/files.ts'
import { look } from './fixtures/look.ts'
import { command } from './fixtures/orders.ts'
import { desk, expect, type Page, phone, type TestServer, test } from './fixtures/test.ts'

test.use({ expected: [/status of 4(13|15|22)/] })

const admin = 'admin@example.com'
const name = 'Umowa ramowa na odbiór zużytych opon i kontenerów, aneks nr 3 (podpisana przez obie strony).pdf'

interface Shown {
  readonly list: { readonly commands: readonly { readonly name: string }[] }
}

/** Opens the page of operators with the form of a document in the dialog of a new operator. */
async function aForm(page: Page, server: TestServer): Promise<Locator> {
  const { accessToken } = await server.signIn('office', admin)
  const read = async <T>(path: string) =>
    (await server.call<{ data: T }>('office', accessToken, 'GET', `/api/ui/${path}`)).data
  const [shown, form] = [await read<Shown>('pages/fleet.operators'), await read<object>('forms/warehouse.addDocument')]
  const add = shown.list.commands.find(one => one.name === 'fleet.addOperator') ?? {}
  Object.assign(add, { form, action: { kind: 'call', method: 'POST', path: '/api/Admin/Documents' } })
  await page.route('**/api/ui/pages/fleet.operators', route => route.fulfill({ json: { data: shown } }))
  await page.goto(`${server.office}/config/operators`)
  return command(page, 'Dodaj operatora')
}

const fill = async (form: Locator, type: string): Promise<void> => {
  await form.getByLabel('Typ dokumentu').selectOption({ label: type })
  await form.getByLabel('Data dokumentu').fill('04.05.2026')
}
const file = (form: Locator): Locator => form.locator('input[type=file]')
const aFile = (content = aPdf(), as = name) => ({ name: as, mimeType: 'application/pdf', buffer: content })
const send = (form: Locator): Promise<void> => form.getByRole('button', { name: 'Dodaj operatora' }).click()

test('a file is chosen, sent, recorded and fetched as it was', async ({ aWindow, server }) => {
  const page = await aWindow({ area: 'office', as: admin })
  const form = await aForm(page, server)
  await fill(form, 'Faktura')
  const content = aPdf('A')
  await file(form).setInputFiles(aFile(content))
  await expect(form.locator('.parts-file').getByRole('status')).toHaveText(`Plik ${name} został przesłany`)
  const recorded = page.waitForResponse(
    answer => answer.request().method() === 'POST' && /Documents/.test(answer.url())
  )
  await send(form)
  const { data } = await (await recorded).json()
  expect(data).toMatchObject({ fileExists: true, originalFileName: name })
  const token = (await server.signIn('office', admin)).accessToken
  const link = await server.call<{ data: { url: string } }>('office', token, 'GET', data.fileUrl)
  const fetched = page.waitForEvent('download')
  await page.evaluate(url => void location.assign(url), link.data.url)
  const download = await fetched
  expect(download.suggestedFilename()).toBe(name)
  expect(readFileSync(await download.path()).equals(content)).toBe(true)
})

test('a form is not sent while its file is on the way, and keeps it while the company changes', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ area: 'office', as: admin })
  const form = await aForm(page, server)
  await fill(form, 'Faktura')
  const held: (() => void)[] = []
  await page.route('**/api/Storage/blobs/**', async route => {
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  await file(form).setInputFiles(aFile())
  await expect(form.getByRole('progressbar', { name: `Przesyłanie pliku ${name}` })).toBeVisible()
  await send(form)
  await expect(form.getByText('Poczekaj, aż plik zostanie przesłany', { exact: false }).first()).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  held.pop()?.()
  await expect(form.locator('.parts-file').getByRole('status')).toHaveText(/został przesłany/)

  await form.getByLabel('Typ dokumentu').selectOption({ label: 'Umowa' })
  const again = page.waitForRequest(request => /access-token.*folder=documents%2F\d+/.test(request.url()))
  const { accessToken } = await server.signIn('office', admin)
  const { data } = await server.call<{ data: { name: string }[] }>(
    'office',
    accessToken,
    'GET',
    '/api/Admin/Companies?limit=1'
  )
  await form.getByRole('combobox', { name: 'Klient' }).fill(data[0]?.name ?? '')
  await form.getByRole('listbox', { name: 'Klient' }).getByRole('option').first().click()
  await again
  await expect.poll(() => held.length).toBe(1)
  held.pop()?.()
  await expect(form.locator('.parts-file').getByRole('status')).toHaveText(/został przesłany/)
  const recorded = page.waitForResponse(
    answer => answer.request().method() === 'POST' && /Documents/.test(answer.url())
  )
  await send(form)
  expect((await recorded).status()).toBe(201)
})

test('a fault of a file is shown beside it, and the file is removed by the keyboard', async ({ aWindow, server }) => {
  const page = await aWindow({ area: 'office', as: admin })
  const form = await aForm(page, server)
  await file(form).setInputFiles({ name: 'program.exe', mimeType: 'application/octet-stream', buffer: aPdf() })
  await expect(form.locator('.parts-file .parts-fault')).toHaveText(/Tego rodzaju pliku nie przyjmujemy/)
  await file(form).setInputFiles(aFile(Buffer.from('<html>')))
  await expect(form.locator('.parts-file .parts-fault')).toHaveText(/Zawartość pliku nie zgadza się/)
  await file(form).setInputFiles(aFile(Buffer.concat([aPdf(), Buffer.alloc(21 * 1_048_576)])))
  await expect(form.locator('.parts-file .parts-fault')).toHaveText('Plik jest za duży. Może mieć najwyżej 20 MB.')
  await file(form).setInputFiles(aFile())
  await form.getByRole('button', { name: 'Usuń plik' }).focus()
  await page.keyboard.press('Enter')
  await expect(file(form)).toBeFocused()
  await expect(form.getByText('Wybierz plik', { exact: true })).toBeVisible()
})

test('a file is dropped', async ({ aWindow, server }) => {
  const page = await aWindow({ area: 'office', as: admin })
  const form = await aForm(page, server)
  const dropped = await page.evaluateHandle(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'skan.pdf', { type: 'application/pdf' }))
    return data
  }, aPdf().toString())
  await form.locator('.parts-file').dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(form.locator('.parts-file[data-over]')).toBeVisible()
  await form.locator('.parts-file').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(form.locator('.parts-file').getByRole('status')).toHaveText('Plik skan.pdf został przesłany')
})

for (const size of [desk, phone]) {
  test(`its states pass axe at ${size.width} px`, async ({ aWindow, server, pictures }) => {
    const page = await aWindow({ area: 'office', as: admin })
    const form = await aForm(page, server)
    await page.setViewportSize(size)
    await form.locator('.parts-file').scrollIntoViewIfNeeded()
    await look(page, 'file-none', pictures)
    await file(form).setInputFiles({ name: 'program.exe', mimeType: 'text/plain', buffer: aPdf() })
    await expect(form.locator('.parts-file .parts-fault')).toBeVisible()
    await form.locator('.parts-file').scrollIntoViewIfNeeded()
    await look(page, 'file-refused', pictures)
    await file(form).setInputFiles(aFile())
    await expect(form.locator('.parts-file').getByRole('status')).toHaveText(/został przesłany/)
    await look(page, 'file-done', pictures)
  })
}
