/** Calls the register with the keys of a client; each use is noted with its keys, and so stands in the audit. */
import { defineSystemCommand, runAsSystem } from '../../../src/kernel/commands/system.ts'
import { type Database, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { ClientKeys } from '../models.ts'
import { openSender, type SenderRegister } from '../register/sender.ts'
import { decryptedKeys, type RegisterKeys } from './encryption.ts'
import { clientKeys } from './resource.ts'

/** A place of a client in the register. */
export interface ClientPlace {
  readonly id: string
  /** Its identification number there. */
  readonly number: string
  readonly name: string
  /** Street and number, then the locality. */
  readonly address: string
}

export const senderWith = ({ settings, now }: Services, { clientId, clientSecret }: RegisterKeys): SenderRegister =>
  openSender({
    settings: { ...settings, bdoClientId: clientId, bdoClientSecret: clientSecret, bdoEupIds: '' },
    agent: userAgent(settings),
    now
  })

/** Notes that the register is called with the keys for an order. The name is stored in histories and must not change. */
export const keysUsed = defineSystemCommand(clientKeys, {
  name: 'waste.keysUsed',
  async run({ trx, now, addAuditParams }, rows, { order }: { readonly order: string }) {
    addAuditParams({ order })
    for (const { id } of rows) await ClientKeys.query(trx).findById(id).patch({ usedAt: now })
  }
})

/** The register for a client's cards, of which the use is noted; undefined where the client has given no keys, or they cannot be decrypted. */
export async function senderOf(
  services: Services,
  companyId: number,
  order: string
): Promise<SenderRegister | undefined> {
  const { db, settings, log } = services
  const row = await queryOne<{ id: number; secret: Buffer }>(
    db,
    sql`select id, secret from waste.client_keys where company_id = ${companyId}`
  )
  if (!row) return undefined
  const keys = decryptedKeys(row.secret, settings)
  if (!keys) {
    log.warn({ keys: row.id }, 'waste: the keys of a client cannot be decrypted; they are to be given anew')
    return undefined
  }
  const noted = await runAsSystem(services, keysUsed, [row.id], { order })
  return noted.length === 0 ? undefined : senderWith(services, keys)
}

const placesIn = (companyId: number): Sql => sql`select places from waste.client_keys where company_id = ${companyId}`

type Places = readonly ClientPlace[]

/** The places of a client, as the register said them when the keys were given; undefined where there are no keys. */
export const placesOfClient = async (db: Database, companyId: number): Promise<Places | undefined> =>
  (await queryOne<{ places: Places }>(db, placesIn(companyId)))?.places

/** The same, while the keys can be neither revoked nor replaced. */
export const lockPlacesOfClient = async (trx: Database, companyId: number): Promise<Places | undefined> =>
  (await queryOne<{ places: Places }>(trx, sql`${placesIn(companyId)} for share`))?.places
