/** Where clients are reached is asked without a session: nobody has signed in where a worker sends news. */
import { expect, it } from 'vitest'
import { clientContacts } from '../../src/kernel/access/identity.ts'
import { anApp } from '../helper/app.ts'
import { aCompany, anAccount } from '../helper/factories.ts'

it.each(['optional', 'admins'])('clients are reached with SECOND_FACTOR=%s, which is about others', async policy => {
  const test = await anApp({ ROLES: 'web', SECOND_FACTOR: policy })
  const { db, extensions } = test.services
  const { id: companyId, departmentId } = await aCompany(db)
  const { id, email } = await anAccount(db, { role: 'CLIENT_ADMIN', companyId, departmentId })
  const found = await clientContacts.of(extensions)(test.services, db, [id])
  expect(found.get(id)).toMatchObject({ email, caller: { accountId: id, role: 'CLIENT_ADMIN', companyId } })
  await test.close()
})
