/** How often a network of strangers has a public register asked, which allows all of this installation a number a day. */
import { expect, it } from 'vitest'
import { registerQuestionsADay } from '../../modules/companies/registration/rules.ts'
import { anApp } from '../helper/app.ts'
import { aService, aSubject, onVatList } from '../helper/registers.ts'

it('one network has the register asked eight times a day; then its people type the data in, and others ask on', async () => {
  const vatList = await aService()
  const test = await anApp({ ROLES: 'web', VAT_LIST_URL: vatList.url })
  vatList.answers(onVatList(aSubject))
  const ask = (from: string) =>
    test.nobody({ from }).post('/api/Companies/VerifyCompany', { taxNumber: aSubject.nip, country: 1 })
  const { ofNetwork } = registerQuestionsADay
  for (let n = 0; n < ofNetwork; n++) {
    expect((await ask('198.51.100.1')).status).toBe(200)
    await test.services.db.raw('truncate companies.register_answers')
  }
  const limited = await ask('198.51.100.1')
  expect([limited.status, limited.body.code]).toEqual([503, 'companies.registerLimited'])
  expect((await ask('198.51.100.2')).status).toBe(200)
  // what was answered within the day is no question to the register
  expect((await ask('198.51.100.1')).status).toBe(200)
  expect(vatList.calls).toHaveLength(ofNetwork + 1)
  await test.close()
  await vatList.close()
})
