/** Screens of the fleet and of the lists of the settings. */
import { press as pressIn } from './fixtures/orders.ts'
import { expect, type Page } from './fixtures/test.ts'
import { admin, openFirst, type Screen, tab } from './screens.ts'

/** The form of a command that stands in the panel of the first row. */
const askInPanel = (name: string) => async (page: Page) => {
  await openFirst(page)
  await pressIn(page.getByRole('complementary').getByRole('toolbar'), name)
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}
/** The form of what a list's menu makes anew: its first word. */
const askInMenu = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem').first().click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}
export const screensOfSettings: Screen[] = [
  ...(
    [
      ['drivers', 'Dodaj kierowcę', 'Szczegóły', 'Wiadomości', 'Pojazdy', 'Historia'],
      ['vehicles', 'Dodaj pojazd', 'Szczegóły', 'Historia'],
      ['operators', 'Dodaj operatora', 'Szczegóły', 'Historia'],
      ['admins', 'Dodaj administratora', 'Szczegóły', 'Historia']
    ] as const
  ).flatMap(([page, add, ...tabs]): Screen[] => [
    {
      name: `${page}-add`,
      ...admin,
      path: `/config/${page}`,
      lead: async window => {
        await window.getByRole('button', { name: add, exact: true }).click()
        await expect(window.getByRole('dialog', { name: add })).toBeVisible()
      }
    },
    { name: `${page}-edit`, ...admin, path: `/config/${page}`, lead: askInPanel('Edytuj') },
    ...tabs.map(title => ({
      name: `${page}-panel-${title}`,
      ...admin,
      path: `/config/${page}`,
      lead: tab(title)
    }))
  ]),
  ...(
    [
      ['orderTypes', 'Dodaj typ'],
      ['cancellationReasons', 'Dodaj powód']
    ] as const
  ).flatMap(([page, add]): Screen[] => [
    { name: `${page}-add`, ...admin, path: `/config/${page}`, lead: askInMenu(add) },
    { name: `${page}-edit`, ...admin, path: `/config/${page}`, lead: askInPanel('Edytuj') },
    { name: `${page}-panel`, ...admin, path: `/config/${page}`, lead: tab('Szczegóły') },
    { name: `${page}-panel-history`, ...admin, path: `/config/${page}`, lead: tab('Historia') }
  ]),
  { name: 'audit-entry', ...admin, path: '/config/audit', lead: openFirst },
  {
    name: 'audit-of-a-million',
    ...admin,
    path: '/config/audit',
    only: 'phone',
    alone: true,
    lead: async (page, server) => {
      const { accessToken } = await server.signIn('office', 'admin@example.com')
      const entries = await server.call<object>('office', accessToken, 'GET', '/api/Admin/Audit?limit=35')
      await page.route(/\/api\/Admin\/Audit\?/, route => route.fulfill({ json: { ...entries, total: 1_048_576 } }))
      await page.reload()
      await expect(page.getByText('1 048 576 pozycji')).toBeVisible()
    }
  },
  {
    name: 'security-events-panel',
    ...admin,
    path: '/config/securityEvents',
    lead: async page => {
      await openFirst(page)
      await expect(page.getByRole('complementary').getByText('Wywołanie API')).toBeVisible()
    }
  },
  {
    name: 'security-events-filtered',
    ...admin,
    path: '/config/securityEvents?f.Kind=2&f.Network=203.0.113.0%2F24',
    lead: page => expect(page.getByText('203.0.113.77').first()).toBeVisible()
  },
  {
    name: 'security-events-empty',
    ...admin,
    path: '/config/securityEvents?f.Network=198.51.100.200',
    lead: page => expect(page.getByText('Nic nie znaleziono')).toBeVisible()
  }
]
