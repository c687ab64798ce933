/** Screens of the validators: the panel of a run, of a finding, and of its approval. */
import { expect, type Page } from './fixtures/test.ts'
import { admin, openFirst, press, type Screen } from './screens.ts'

async function runPanel(page: Page): Promise<void> {
  await press('Uruchom sprawdzanie')(page)
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Przebieg' })).toBeVisible()
}

async function approvePanel(page: Page): Promise<void> {
  await openFirst(page)
  await page.getByRole('complementary').getByRole('button', { name: 'Zatwierdź', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Zatwierdź/ })).toBeVisible()
}

export const screensOfValidators: Screen[] = [
  { name: 'validators-run', ...admin, path: '/validators/ordersValidation', lead: runPanel },
  { name: 'validators-finding', ...admin, path: '/validators/ContainersValidation', lead: openFirst },
  { name: 'reconciliation-panel', ...admin, path: '/validators/reconciliation', lead: openFirst },
  { name: 'validators-approve', ...admin, path: '/validators/ordersValidation', lead: approvePanel }
]
