/** Who may change which fields of whom: the table `mayChange`, against the server. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type EditableField, type Editor, mayChange, relations } from '../../modules/users/rules.ts'
import { type Role, roles } from '../../src/contract/roles.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, aDepartment, anAccount, aPassword } from '../helper/factories.ts'

let test: SharedApp
let company: ACompany
let department: number
beforeAll(async () => {
  test = await aSharedApp()
  company = await aCompany(test.services.db, { multiDepartment: true })
  department = (await aDepartment(test.services.db, company.id)).id
})

const editors: Readonly<Record<Editor, Role>> = { ADMIN: 'ADMIN', CLIENT_ADMIN: 'CLIENT_ADMIN', signedIn: 'CLIENT' }
const ofCompany = () => ({ companyId: company.id, departmentId: company.departmentId })

async function anEditor(editor: Editor): Promise<Person> {
  const role = editors[editor]
  const { id } = await anAccount(test.services.db, { role, ...(role === 'ADMIN' ? {} : ofCompany()) })
  return test.signedInAs(id)
}

const targets: Readonly<Record<keyof typeof relations, (editor: Person) => Promise<number>>> = {
  own: async ({ accountId }) => accountId,
  client: async () => (await anAccount(test.services.db, { role: 'CLIENT', ...ofCompany() })).id,
  staff: async () => (await anAccount(test.services.db, { role: 'ADMIN' })).id,
  invited: async () => (await anAccount(test.services.db, { role: 'CLIENT', password: null, ...ofCompany() })).id
}

const values: Readonly<Record<EditableField, () => unknown>> = {
  firstName: () => 'Zofia',
  lastName: () => 'Zielna',
  phone: () => '600700800',
  isClientAdmin: () => true,
  departmentId: () => department
}
const present = { firstName: 'Anna', lastName: 'Nowak', phone: '501502503' }
const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  isClientAdmin: 'role',
  departmentId: 'department_id'
} as const

const cases = (Object.keys(mayChange) as Editor[]).flatMap(editor =>
  (Object.keys(relations) as (keyof typeof relations)[]).flatMap(relation =>
    (Object.keys(values) as EditableField[]).map(field => {
      const allowed: readonly EditableField[] =
        (mayChange[editor] as Partial<Record<string, readonly EditableField[]>>)[relation] ?? []
      return { editor, relation, field, may: allowed.includes(field) }
    })
  )
)

describe('an account is edited', () => {
  it('in some cases of the table, and not in others', () => {
    expect(cases).toHaveLength(60)
    expect(cases.filter(({ may }) => may)).toHaveLength(3 * 3 + 3 + 5 + 5 - 0)
  })

  it.each(cases)('$editor, $relation, $field: $may', async ({ editor, relation, field, may }) => {
    const caller = await anEditor(editor)
    const id = await targets[relation](caller)
    const value = values[field]()
    // the password is asked for where a member of the staff changes the own phone, and may be sent always
    const body = { ...present, password: aPassword, [field]: value }
    const { status } = await caller.put(`/api/Admin/Users/${id}`, body)
    const account = await test.services.db('users.accounts').where({ id }).first()
    const expected = field === 'isClientAdmin' ? roles.CLIENT_ADMIN : value
    const wasSo = relation === 'own' && editor === 'CLIENT_ADMIN' && field === 'isClientAdmin'
    expect([status === 200, account[columns[field]] === expected]).toEqual([may, may || wasSo])
    if (!may) expect([400, 404, 409]).toContain(status)
  })
})

describe('a department', () => {
  it('is one of the own company', async () => {
    const admin = await anEditor('CLIENT_ADMIN')
    const id = await targets.client(admin)
    const other = await aCompany(test.services.db)
    const { status, body } = await admin.put(`/api/Admin/Users/${id}`, { ...present, departmentId: other.departmentId })
    expect([status, body.Errors[0]]).toEqual([
      400,
      { PropertyName: 'departmentId', ErrorMessage: 'Firma nie ma takiego oddziału. Wybierz inny.' }
    ])
    const wrong = test.services.db('users.accounts').where({ id }).update({ department_id: other.departmentId })
    await expect(wrong).rejects.toThrow('accounts_department')
  })
})
