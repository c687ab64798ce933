/** The keys that the first client has given for the demo's register of waste. */
import type { Knex } from 'knex'
import { encryptedKeys } from '../../modules/waste/public.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { Secrets } from '../../src/kernel/access/secrets.ts'
import { demoClientKeys, firmIdOf, placeIdOf } from './services/waste-register-orders.ts'

interface Place {
  readonly id: number
  readonly number: string | null
  readonly name: string
  readonly street: string
  readonly city: string
}

/** @param secrets of the installation; without them nobody can use the keys */
export async function insertRegisterKeys(
  trx: Knex.Transaction,
  now: Date,
  secrets: Secrets = { tokenSecret: '' }
): Promise<void> {
  const [person] = await trx('users.accounts').where({ email: 'client.admin@example.com' }).select('id', 'company_id')
  if (!person) return
  const companyId: number = person.company_id
  const keys = demoClientKeys(companyId)
  const places: Place[] = await trx('companies.reception_places as place')
    .join('companies.companies as company', 'company.id', 'place.company_id')
    .where({ company_id: companyId })
    .orderBy('place.id')
    .select('place.id', 'company.name', 'place.street', 'place.city', {
      number: trx.raw('coalesce(place.bdo_number, company.bdo_number)')
    })
  const inRegister = places.map(({ id, number, name, street, city }) => ({
    ...{ id: placeIdOf(id), number: number ?? '', name },
    address: `${street}, ${city}`
  }))
  await trx('waste.client_keys').insert({
    ...{ company_id: companyId, secret: encryptedKeys(keys, secrets), hint: keys.clientId.slice(-4) },
    ...{ register_company: firmIdOf(companyId), places: JSON.stringify(inRegister) },
    ...{ account_id: person.id, created_at: new Date(now.getTime() - 12 * dayMs) }
  })
}
