/** Screens of statements of masses, in the back office and in the portal, and of the public page. */
import { expect, type Page, type TestServer } from './fixtures/test.ts'
import { admin, client, press, type Screen, tab } from './screens.ts'

const path = '/report/massStatements'

async function issueForm(page: Page): Promise<void> {
  await press('Wystaw zestawienie')(page)
  await page.getByRole('dialog', { name: 'Wystaw zestawienie' }).waitFor()
}

/** The public page of the newest statement. */
async function publicPage(page: Page, server: TestServer): Promise<void> {
  const { accessToken } = await server.signIn('office', admin.as)
  const ask = <T>(url: string) => server.call<T>('office', accessToken, 'GET', url)
  const { data: rows } = await ask<{ data: { id: number }[] }>('/api/Admin/MassStatements?limit=1')
  const { data } = await ask<{ data: { checkUrl: string } }>(`/api/Admin/MassStatements/${rows[0]?.id}`)
  await page.goto(new URL(data.checkUrl, page.url()).href)
  await expect(page.getByText('To zestawienie jest ważne.')).toBeVisible()
}

async function factorForm(page: Page): Promise<void> {
  await press('Dodaj wskaźnik')(page)
  await page.getByRole('dialog', { name: 'Dodaj wskaźnik' }).waitFor()
}

export const screensOfEvidence: Screen[] = [
  { name: 'emission-factor-add', ...admin, path: '/config/emissionFactors', lead: factorForm },
  { name: 'statement-issue', ...admin, path, lead: issueForm },
  ...['Szczegóły', 'Wiersze', 'Historia'].map(title => ({
    name: `statement-panel-${title}`,
    ...admin,
    path,
    lead: tab(title)
  })),
  { name: 'client-statements', ...client, path: '/client/statements' },
  { name: 'statement-public', ...client, path: '/client/statements', alone: true, lead: publicPage }
]
