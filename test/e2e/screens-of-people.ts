/** Screens of clients' users and of the own profile. */
import { expect, type Page } from './fixtures/test.ts'
import { admin, client, openFirst, press, type Screen, tab } from './screens.ts'

const openForm = (name: string) => async (page: Page) => {
  await press(name)(page)
  await expect(page.getByRole('dialog', { name }).getByRole('textbox').first()).toBeVisible()
}

/** The own settings, opened from the popup. */
const openSettings = (menu: string, title: string) => async (page: Page) => {
  await press(menu)(page)
  await press(title)(page)
  await expect(page.getByRole('dialog', { name: title }).getByRole('listitem').first()).toBeVisible()
}

export const screensOfPeople: Screen[] = [
  { name: 'own-settings', ...admin, path: '/orders/new', lead: openSettings('Moje konto', 'Ustawienia konta') },
  {
    name: 'own-password-form',
    ...client,
    path: '/client/orders',
    locale: 'de-DE',
    lead: async page => {
      await openSettings('Mein Konto', 'Kontoeinstellungen')(page)
      await press('Passwort ändern')(page)
      await expect(page.getByLabel('Aktuelles Passwort')).toBeVisible()
    }
  },
  {
    name: 'own-profile',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await press('Moje konto')(page)
      await press('Profil')(page)
      await expect(page.getByRole('dialog', { name: 'Profil' }).getByLabel('Telefon')).toBeVisible()
    }
  },
  {
    name: 'own-profile-portal',
    ...client,
    path: '/client/orders',
    locale: 'et-EE',
    lead: async page => {
      await press('Minu konto')(page)
      await press('Profiil')(page)
      await expect(page.getByRole('dialog', { name: 'Profiil' }).getByLabel('Telefon')).toBeVisible()
    }
  },
  {
    name: 'portal-user-invite',
    ...client,
    path: '/client/users',
    locale: 'de-DE',
    lead: openForm('Benutzer einladen')
  },
  { name: 'portal-user-panel', ...client, path: '/client/users', locale: 'sk-SK', lead: openFirst },
  { name: 'client-panel-users', ...admin, path: '/clients/active', lead: tab('Użytkownicy') }
]
