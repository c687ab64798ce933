/** The dialogs of the own account and company, and that of the waiting page. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { roles } from '../../../src/contract/roles.ts'
import type { Profile as OwnProfile } from '../../../ui/account.ts'
import AddPlace from '../../../ui/pages/waiting/AddPlace.tsx'
import OwnCompany from '../../../ui/shell/OwnCompany.tsx'
import { Profile } from '../../../ui/shell/Profile.tsx'
import { draw } from './draw.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const form = (name: string, field: object) => ({
  data: {
    name,
    label: name,
    schema: { type: 'object', properties: { [name]: field } },
    fields: [{ name, label: 'common.field.name' }],
    initial: {},
    derive: []
  }
})
const profile = {
  ...{ id: 1, email: 'ewa@example.com', role: roles.CLIENT_ADMIN, companyId: 1, departmentId: 7, country: 1 },
  ...{ companyAddress: null, companyBdoNumber: '', phone: '501502503' }
} as OwnProfile

test('the form of the first place closes at once while nothing is typed, and asks before typed values are lost', async () => {
  draw(<AddPlace profile={profile} />, server =>
    server.on('GET /api/ui/forms/companies.addPlace', () => form('street', { type: 'string' }))
  )
  const place = dialog('Dodaj punkt odbioru')
  const street = place.getByRole('textbox')
  await userEvent.click(button('Dodaj punkt odbioru'))
  await expect.element(street).toBeVisible()
  await userEvent.click(place.getByRole('button', { name: 'Zamknij' }).first())
  await expect.element(place).not.toBeInTheDocument()

  await userEvent.click(button('Dodaj punkt odbioru'))
  await userEvent.type(street, 'Zana 11')
  await userEvent.click(place.getByRole('button', { name: 'Zamknij' }).first())
  await expect.element(dialog('Porzucić zmiany?')).toBeVisible()
  await userEvent.click(button('Wróć do edycji'))
  await expect.element(street).toHaveValue('Zana 11')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Porzuć'))
  await expect.element(place).not.toBeInTheDocument()
})

test('the profile says under the e-mail that it is the sign-in name, and who can change it', async () => {
  draw(<Profile onClose={() => undefined} onChangePassword={() => undefined} />, server => {
    server.on('GET /api/Authorization/userinfo', () => ({ data: profile }))
    server.on('GET /api/ui/forms/users.editUser', () => form('phone', { type: 'string' }))
  })
  await expect.element(page.getByText('ewa@example.com')).toBeVisible()
  await expect.element(page.getByText('Tym adresem się logujesz. Zmienić go może tylko nasze biuro.')).toBeVisible()
})

test.each([
  ['under the name of its country, and with the country’s letters', 4, 'Numer VAT (KMKR)', 'EE100931558'],
  ['in Poland as its digits', 1, 'NIP', '100931558']
])('the own company has its tax number %s', async (_, country, label, number) => {
  const company = {
    ...{ id: 1, name: 'Rehvikeskus AS', taxNumber: '100931558', regon: null, bdoNumber: null, country },
    ...{ countryStr: 'Estonia', address: {}, departments: [], orderTypes: [], paymentType: 1, multiDepartment: false }
  }
  const rulesBy = { by: 'country', of: { 1: { format: 'nip' }, 4: { format: 'vatEe' } } }
  const question = form('taxNumber', { type: 'string', rulesBy }).data
  const labelWhen = [
    { when: { country: [1] }, label: 'companies.taxNumber.polish' },
    { when: { country: [4] }, label: 'companies.taxNumber.estonian' }
  ]
  draw(<OwnCompany onClose={() => undefined} />, server => {
    server.on('GET /api/Companies/MyCompany', () => ({ data: company }))
    server.on('GET /api/Admin/Documents', () => ({ data: [], total: 0 }))
    server.on('GET /api/ui/forms/companies.verifyCompany', () => ({
      data: { ...question, fields: [{ ...question.fields[0], labelWhen }] }
    }))
  })
  await expect.element(page.getByText(label, { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('definition').filter({ hasText: number }))
    .toHaveTextContent(new RegExp(`^${number}$`))
})
