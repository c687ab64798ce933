/** What the administrator of a client does with the keys of its firm: gives them, and revokes them. */
import { Type } from '@sinclair/typebox'
import { type BeforeTransactionContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { joinCompany } from '../../companies/public.ts'
import { hasRegister } from '../enabled.ts'
import { throwWasteError } from '../errors.ts'
import { ClientKeys } from '../models.ts'
import type { RegisterAnswer } from '../register/register.ts'
import { encryptedKeys, type RegisterKeys } from './encryption.ts'
import { clientKeys } from './resource.ts'
import { type ClientPlace, senderWith } from './use.ts'

const awaySeconds = 60
/** Of a firm with more places, those beyond are not offered. */
const mostPlaces = 500

const KeysForm = defineForm({
  schema: Type.Object({
    clientId: Type.String({ minLength: 1, maxLength: 100 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 200 })
  }),
  fields: {
    clientId: { help: 'waste.clientKeys.clientId.help' },
    clientSecret: { control: 'password' }
  }
})

/** The value of an answer about given keys. @throws waste.* with what is wrong */
function askedOf<T>(answer: RegisterAnswer<T>): T {
  if (answer.kind === 'ok') return answer.value
  if (answer.kind === 'credentials') return throwWasteError.at('clientSecret', 'keysWrong')
  if (answer.kind === 'throttled') return throwWasteError('registerAway', { retryAfter: answer.afterSeconds })
  if (answer.kind === 'away') return throwWasteError('registerAway', { retryAfter: awaySeconds })
  return throwWasteError('registerRefused', {
    params: { words: answer.kind === 'refused' ? answer.words : 'HTTP 404' }
  })
}

interface Checked {
  readonly registerCompany: string
  readonly places: readonly ClientPlace[]
}

const bare = (number: string | null | undefined): string => (number ?? '').replace(/\D/g, '')

/** Asks the register whose keys these are, before anything is kept. */
async function check({ services, caller }: BeforeTransactionContext, keys: RegisterKeys): Promise<Checked> {
  const { settings, db } = services
  if (!/^https?:/.test(settings.bdoUrl)) return throwWasteError('registerOff')
  const own = await queryOne<{ taxNumber: string | null }>(
    db,
    sql`select company.tax_number as "taxNumber" from (select ${caller?.companyId ?? null}::int as id) asked ${joinCompany('company', 'asked.id')}`
  )
  const sender = senderWith(services, { clientId: keys.clientId.trim(), clientSecret: keys.clientSecret.trim() })
  const places = askedOf(await sender.places())
  const [first] = places
  if (!first) return throwWasteError.at('clientId', 'keysWithoutPlace')
  const { taxNumber } = askedOf(await sender.company(first.id, first.companyId))
  if (bare(own?.taxNumber) === '' || bare(taxNumber) !== bare(own?.taxNumber))
    return throwWasteError.at('clientId', 'keysOfOther')
  return {
    registerCompany: first.companyId,
    places: places
      .slice(0, mostPlaces)
      .map(({ id, identificationNumber, name, address }) => ({ id, number: identificationNumber, name, address }))
  }
}

export const giveKeys = defineCreation(clientKeys, {
  name: 'waste.giveKeys',
  call: 'POST /api/RegisterKeys',
  access: { CLIENT_ADMIN: { form: KeysForm } },
  ui: { icon: 'key' },
  disabledIf: settings => (hasRegister(settings) ? undefined : 'waste.registerOff'),
  beforeTransaction: check,
  async run({ trx, now, reader, accountId, services }, { clientId, clientSecret }, { registerCompany, places }) {
    const { companyId } = reader
    if (companyId === null) return throwProblem('notFound')
    const keys = { clientId: clientId.trim(), clientSecret: clientSecret.trim() }
    // keys that are given anew take the place of the former ones, which nobody can read any more
    await ClientKeys.query(trx).where({ company_id: companyId }).delete()
    const { id } = await ClientKeys.query(trx).insert({
      companyId,
      secret: encryptedKeys(keys, services.settings),
      hint: keys.clientId.slice(-4),
      registerCompany,
      places: trx.raw('?::jsonb', [JSON.stringify(places)]),
      accountId,
      createdAt: now
    } as object)
    return { id }
  }
})

export const revokeKeys = defineCommand(clientKeys, {
  name: 'waste.revokeKeys',
  call: 'DELETE /api/RegisterKeys/:id',
  access: { CLIENT_ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run({ trx }, { id }) {
    await ClientKeys.query(trx).deleteById(id)
  }
})
