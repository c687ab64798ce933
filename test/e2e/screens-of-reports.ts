/** Screens of the reports. */
import { expect, rowsOf } from './fixtures/test.ts'
import { admin, openFirst, press, type Screen } from './screens.ts'

export const screensOfReports: Screen[] = [
  {
    name: 'report-of-orders-by-status',
    ...admin,
    path: '/report/reportList',
    lead: async page => {
      await rowsOf(page).filter({ hasText: 'Raport zamówień' }).dblclick()
      await expect(page.getByLabel('Język raportu')).toBeVisible()
    }
  },
  {
    name: 'report-form',
    ...admin,
    path: '/report/reportList',
    lead: async page => {
      await openFirst(page)
      await expect(page.getByLabel('Od', { exact: true })).toBeVisible()
    }
  },
  {
    name: 'report-preview',
    ...admin,
    path: '/report/reportList',
    lead: async page => {
      await openFirst(page)
      await page.getByLabel('Grupuj według').selectOption({ label: 'Klient' })
      await press('Podgląd')(page)
      await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
    }
  }
]
