/** Makes weights, and what is read from the waste register or made for it. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { aVehicle, inserted, next } from './factories.ts'

/** A scale in the store. */
export const aScale = (db: Knex, storeId: number): Promise<{ id: number }> =>
  inserted(db, 'weights.scales', { name: `Waga ${next()}`, internal_store_id: storeId, created_at: new Date() })

/** A weigh ticket of a new vehicle, 5,000 kg net, without orders. */
export async function aWeighTicket(db: Knex, storeId: number): Promise<{ id: number }> {
  const [number, at] = [`KW/2026/${next()}`, new Date()]
  return inserted(db, 'weights.tickets', {
    ...{ number, internal_store_id: storeId, vehicle_id: (await aVehicle(db)).id, tare_origin: 0 },
    ...{ at, created_at: at, gross: 13_000, tare: 8_000 }
  })
}

/** A reading of a new scale in the store. */
export async function aScaleReading(db: Knex, storeId: number): Promise<{ id: number }> {
  const [{ id }, at] = [await aScale(db, storeId), new Date()]
  return inserted(db, 'weights.readings', {
    ...{ scale_id: id, key: randomUUID(), weight: 12_340, at, received_at: at, raw: 'S S 12340 kg' }
  })
}

/** A transfer card as it was read: on its way to us, who are its receiver. */
export const aTransferCard = (
  db: Knex,
  more: Readonly<Record<string, unknown>> = {}
): Promise<{ id: number; number: string }> => {
  const at = new Date()
  const n = next()
  return inserted(db, 'waste.cards', {
    ...{ register_id: `K${n}`, number: `KPO/2026/${n}`, state: 2, modified_at: at, revision: 0, year: 2026 },
    ...{
      waste_code: '16 01 03',
      waste_code_description: 'Zużyte opony',
      plate: 'LCH 12345',
      planned_at: at,
      mass: 2.5
    },
    ...{ sender_name: 'Wulkan', sender_tax_number: '5252248481', sender_number: '000012345/1' },
    ...{ carrier_name: 'Opony', receiver_name: 'Opony', receiver_number: '000099999/1', receiver_eup: 'P1' },
    ...{ listed_at: at, listed_state: 2, listed_revision: 0, is_due: false, due_at: at, read_at: at, created_at: at },
    ...more
  })
}

/** Keys of the register of a company, in place of those that it has; they open nothing. */
export async function someClientKeys(db: Knex, companyId: number): Promise<{ id: number }> {
  await db('waste.client_keys').where({ company_id: companyId }).delete()
  return inserted(db, 'waste.client_keys', {
    ...{ company_id: companyId, secret: randomBytes(40), hint: 'a1b2', register_company: 'company' },
    ...{
      places: JSON.stringify([{ id: 'P1', number: '1', name: 'Warsztat', address: 'Polna 1, Chełm' }]),
      created_at: new Date()
    }
  })
}

/** A card that is made from an order, and waits. */
export const aCardDraft = (
  db: Knex,
  { orderId, companyId, plate = 'LCH12345' }: { orderId: number; companyId: number; plate?: string }
): Promise<{ id: number }> => {
  const at = new Date()
  return inserted(db, 'waste.drafts', {
    ...{ order_id: orderId, company_id: companyId, place: 'P1', waste_code: '16 01 03', process: 'R12', plate },
    ...{ mass: 2.5, planned_at: at, created_at: at, due_at: at }
  })
}

/** The list of the register that a receiver's place has, read now. */
export const aPoll = (db: Knex, more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number }> => {
  const at = new Date()
  return inserted(db, 'waste.polls', {
    ...{ kind: 2, place: `P${next()}`, place_name: 'Plac w Chełmie', next_at: at, created_at: at, read_at: at },
    ...more
  })
}
