/** Stores the details of cards as the register tells them, with their history. */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { type Database, join, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import type { Card } from '../register/register.ts'
import { cards } from './resource.ts'
import { stateCodes } from './schema.ts'

/** The columns of `waste.cards` that a card of the register fills, by their types. */
const columns = {
  number: 'text',
  state: 'smallint',
  modified_at: 'timestamptz',
  revision: 'integer',
  year: 'smallint',
  waste_code: 'text',
  waste_code_description: 'text',
  process: 'text',
  plate: 'text',
  planned_at: 'timestamptz',
  transported_at: 'timestamptz',
  mass: 'numeric',
  revised_mass: 'numeric',
  received_mass: 'numeric',
  remarks: 'text',
  sender_name: 'text',
  sender_tax_number: 'text',
  sender_number: 'text',
  carrier_name: 'text',
  carrier_tax_number: 'text',
  carrier_number: 'text',
  receiver_name: 'text',
  receiver_tax_number: 'text',
  receiver_number: 'text',
  approved_at: 'timestamptz',
  confirmation_generated_at: 'timestamptz',
  received_at: 'timestamptz',
  received_by: 'text',
  transport_confirmed_at: 'timestamptz',
  rejected_at: 'timestamptz',
  withdrawn_at: 'timestamptz'
} as const

type Values = Readonly<Record<keyof typeof columns, string | number | null>>

const valuesOf = (card: Card): Values => ({
  number: card.number,
  state: stateCodes[card.state],
  modified_at: card.modifiedAt,
  revision: card.revision,
  year: card.year,
  waste_code: card.wasteCode,
  waste_code_description: card.wasteCodeDescription,
  process: card.process,
  plate: card.plate,
  planned_at: card.plannedAt,
  transported_at: card.transportedAt,
  mass: card.mass,
  revised_mass: card.revisedMass,
  received_mass: card.receivedMass,
  remarks: card.remarks,
  sender_name: card.sender.name,
  sender_tax_number: card.sender.taxNumber,
  sender_number: card.sender.identificationNumber,
  carrier_name: card.carrier.name,
  carrier_tax_number: card.carrier.taxNumber,
  carrier_number: card.carrier.identificationNumber,
  receiver_name: card.receiver.name,
  receiver_tax_number: card.receiver.taxNumber,
  receiver_number: card.receiver.identificationNumber,
  approved_at: card.approvedAt,
  confirmation_generated_at: card.confirmationGeneratedAt,
  received_at: card.receivedAt,
  received_by: card.receivedBy,
  transport_confirmed_at: card.transportConfirmedAt,
  rejected_at: card.rejectedAt,
  withdrawn_at: card.withdrawnAt
})

/** Masses have eight digits before the point, counts are integers of the database: more is an answer that is no card. */
const bounds: Readonly<Record<string, number>> = { numeric: 99_999_999, smallint: 32_767, integer: 2_147_483_647 }

/** Whether the database can hold the card; if not, the register has answered nonsense. */
export const isStorable = (card: Card): boolean =>
  Object.entries(valuesOf(card)).every(([column, value]) => {
    const type = columns[column as keyof typeof columns]
    if (value === null) return true
    if (type === 'timestamptz') return !Number.isNaN(Date.parse(String(value)))
    const bound = bounds[type]
    return bound === undefined || (typeof value === 'number' && value >= 0 && value <= bound)
  })

const names = Object.keys(columns)
const assigned = join(
  names.map(name =>
    // details do not always say when the card was changed
    raw(name === 'modified_at' ? 'modified_at = greatest(read.modified_at, card.listed_at)' : `${name} = read.${name}`)
  ),
  ', '
)
const typed = raw(
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
)

export interface ReadCard {
  readonly card: Card
  /** Of the row, before the register was asked; null where what was read is stored in any case, because an act has been done since. */
  readonly version: number | null
}

/**
 * Stores details that were read from the register, by the ids of their rows. Those of a card whose row has changed while they were on their way are left:
 * its receipt may have been confirmed meanwhile. If nobody else has read it since, it is still due.
 */
export const storeDetails = defineSystemCommand(cards, {
  name: 'waste.cardRead',
  async run({ trx, now }, rows, read: ReadonlyMap<number, ReadCard>) {
    const values = rows.flatMap(({ id }) => {
      const found = read.get(id)
      return found ? [{ id, version: found.version, ...valuesOf(found.card) }] : []
    })
    // the database takes no text with a zero byte
    const json = JSON.stringify(values).replaceAll('\\u0000', '')
    await query(
      trx,
      sql`update waste.cards card set ${assigned}, read_at = ${now}, is_due = false, tries = 0
        from jsonb_to_recordset(${json}::jsonb) as read (id integer, version integer, ${typed})
        where card.id = read.id and (read.version is null or read.version = card.version)`
    )
  }
})

/** The card has changed at the register: its details are read anew, and those that are on their way are left. */
export const makeDue = (trx: Database, id: number, now: Date): Promise<unknown> =>
  query(trx, sql`update waste.cards set is_due = true, due_at = ${now}, version = version + 1 where id = ${id}`)
