/** The files of a company in its panel: added with a file that is really sent, fetched by a link that is good once, deleted. */
import { readFileSync } from 'node:fs'
import { aPdf } from '../helper/files.ts'
import { press, speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, phone, rowsOf, test } from './fixtures/test.ts'
import { admin } from './screens.ts'

const say = speaker('pl')
const label = (name: string): string => say(`warehouse.${name}.label`)
const field = (name: string): string => say(`warehouse.document.${name}`)

for (const [width, size] of [
  ['a desk', desk],
  ['a phone', phone]
] as const)
  test(`on ${width} a company’s file is added, listed, fetched as it was, and deleted`, async ({ aWindow }) => {
    const page = await aWindow({ ...admin, size, path: '/clients/active' })
    const isPhone = size === phone
    if (isPhone) await page.locator('.parts-card-title').nth(1).click()
    else await rowsOf(page).nth(1).dblclick()
    const panel = page.locator('.parts-panel')
    const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/api/Admin/Documents')
    await panel.getByRole('tab', { name: 'Pliki' }).click()
    const query = new URL((await asked).url()).searchParams
    expect([query.get('limit'), query.get('Desc'), query.get('CompanyId')]).toEqual([
      '1000',
      'true',
      new URL(page.url()).searchParams.get('panel')
    ])
    await settled(page)

    await panel
      .getByRole('button', { name: label('addCompanyFile') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: label('addCompanyFile') })
    await dialog.getByLabel(field('clientDocumentType')).selectOption('Protokół przekazania')
    await dialog.getByLabel(field('documentDate')).fill('04.05.2026')
    await dialog.getByLabel(field('containersNumber')).fill('3')
    await add.click()
    // without a file nothing is sent, and there are two containers at most
    await expect(dialog.getByText(say('warehouse.document.file.required')).first()).toBeVisible()
    await expect(dialog.getByRole('alert').first()).toContainText(field('containersNumber'))
    await dialog.getByLabel(field('containersNumber')).fill('2')
    await dialog.getByLabel(field('description')).fill(`Protokół nr 7, ${width}`)
    const content = aPdf('A')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'umowa nr 7.pdf', mimeType: 'application/pdf', buffer: content })
    await expect(dialog.getByText('umowa nr 7.pdf').first()).toBeVisible()
    await expect(dialog.locator('[data-state=done]')).toBeVisible()
    await add.click()
    await expect(dialog).toHaveCount(0)

    const row = panel.locator('[role=row], li').filter({ hasText: `Protokół nr 7, ${width}` })
    await expect(row).toContainText('umowa nr 7.pdf')
    await expect(row).toContainText('Protokół przekazania')
    // the specification has month, day and year here
    await expect(row).toContainText('05.04.2026')
    await (isPhone ? row.getByRole('button') : row).click()
    const downloading = page.waitForEvent('download')
    await press(panel.getByRole('toolbar'), label('fetchDocumentFile'))
    const download = await downloading
    expect(download.suggestedFilename()).toBe('umowa nr 7.pdf')
    expect(readFileSync(await download.path())).toEqual(content)

    if (!isPhone || (await row.getByRole('button').getAttribute('aria-pressed')) === 'false')
      await (isPhone ? row.getByRole('button') : row).click()
    await press(panel.getByRole('toolbar'), label('removeDocument'))
    await dialog.getByRole('button', { name: label('removeDocument') }).click()
    await expect(row).toHaveCount(0)
    await expect(panel).toBeVisible()
  })
