/** Screens of API keys, webhooks, calendars, imports and files for accounting. */
import { aClientRow, aCsv, headers } from '../imports/fixtures/files.ts'
import { alert, dismissAlerts, press as pressIn } from './fixtures/orders.ts'
import { expect, type Page, rowsOf } from './fixtures/test.ts'
import { admin, client, openFirst, type Screen, tab } from './screens.ts'

/** A form that a button of the page opens. */
const form = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog', { name }).waitFor()
}
const formInPanel = (name: string) => async (page: Page) => {
  await openFirst(page)
  await pressIn(page.getByRole('complementary').getByRole('toolbar'), name)
  await page.getByRole('dialog', { name }).waitFor()
}
const files = '/report/accountingFiles'
const [keys, webhooks, calendars] = ['/config/apiKeys', '/config/webhooks', '/config/calendars']
const imports = '/config/imports'

/** A file of three clients, one of whom has no phone, is sent and checked by the worker. */
async function importFile(page: Page): Promise<void> {
  const rows = [headers, aClientRow(801), aClientRow(802, { Telefon: '' }), aClientRow(803, { REGON: '12' })]
  await form('Importuj plik')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Rodzaj danych').selectOption({ label: 'Klienci z punktami odbioru i osobami' })
  const buffer = Buffer.from(aCsv(rows))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'klienci.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.locator('.parts-file')).toHaveAttribute('data-state', 'done')
  await dialog.getByRole('button', { name: 'Sprawdź plik', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowsOf(page).first()).toContainText('sprawdzony')
  // both messages are there for ten seconds, and cover a small window
  await expect(alert(page, 'Plik sprawdzony')).toBeVisible()
  await dismissAlerts(page)
}
const imported = (then: (page: Page) => Promise<void>) => async (page: Page) => {
  await importFile(page)
  await then(page)
}

export const screensOfPrograms: Screen[] = [
  { name: 'api-key-add', ...admin, path: keys, lead: form('Dodaj klucz API') },
  { name: 'api-key-panel', ...admin, path: keys, lead: openFirst },
  {
    name: 'api-key-made',
    ...admin,
    path: keys,
    alone: true,
    lead: async page => {
      const made = { id: 900, name: 'Księgowość', key: `opn_${'4fGh7kQz'.repeat(6)}x` }
      await page.route('**/api/Admin/ApiKeys', (route, request) =>
        request.method() === 'POST' ? route.fulfill({ status: 201, json: { data: made } }) : route.continue()
      )
      await form('Dodaj klucz API')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Nazwa').fill(made.name)
      await dialog.getByRole('checkbox', { name: 'orders:read' }).check()
      await dialog.getByRole('button', { name: 'Dodaj klucz API', exact: true }).click()
      await expect(page.getByText(made.key)).toBeVisible()
    }
  },
  { name: 'webhook-add', ...admin, path: webhooks, lead: form('Dodaj webhook') },
  { name: 'webhook-edit', ...admin, path: webhooks, lead: formInPanel('Edytuj') },
  ...['Szczegóły', 'Próby', 'Historia'].map(title => ({
    name: `webhook-panel-${title}`,
    ...admin,
    path: webhooks,
    lead: tab(title)
  })),
  { name: 'webhook-attempt-panel', ...admin, path: '/config/webhookAttempts', lead: openFirst },
  { name: 'calendar-make', ...admin, path: calendars, lead: form('Utwórz kalendarz') },
  { name: 'import-start', ...admin, path: imports, lead: form('Importuj plik') },
  { name: 'import-template', ...admin, path: imports, lead: form('Pobierz szablon') },
  { name: 'import-checked', ...admin, path: imports, alone: true, lead: imported(openFirst) },
  { name: 'import-errors', ...admin, path: imports, alone: true, lead: imported(tab('Błędy')) },
  { name: 'import-columns', ...admin, path: imports, alone: true, lead: imported(formInPanel('Kolumny pliku')) },
  { name: 'client-calendars', ...client, path: '/client/calendars' },
  { name: 'client-calendar-make', ...client, path: '/client/calendars', lead: form('Utwórz kalendarz') },
  { name: 'accounting-file-make', ...admin, path: files, lead: form('Utwórz plik') },
  ...['Dokumenty', 'Szczegóły'].map(title => ({
    name: `accounting-file-panel-${title}`,
    ...admin,
    path: files,
    lead: tab(title)
  })),
  { name: 'accounting-mapping-edit', ...admin, path: '/config/accountingMapping', lead: formInPanel('Edytuj') }
]
