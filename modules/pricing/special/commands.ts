/**
 * Setting the special prices of a company or of a place: the call gives the whole list, and `rules.ts` says what it means.
 *
 * Two calls at once, each made without knowing the other: the row of the company or place is locked, so that one comes after the
 * other, and the second finds other prices than those that were there when it arrived. It is refused; else it would take the
 * first one's prices away, which its author never saw. What would get past the lock, the database's exclusion constraint refuses.
 */
import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/http/errors.ts'
import { Day, Id, Nullable } from '../../../src/kernel/schema.ts'
import { itemsOf, lockItems } from '../../catalogue/public.ts'
import { countCompanyChange, countPlaceChange } from '../../companies/public.ts'
import { companyResources } from '../../companies/resources.ts'
import { throwPricingError } from '../errors.ts'
import { AgreedPrice } from '../models.ts'
import { type AgreedTerms, type Replacement, replaceSpecialPrices, type Terms, type WantedTerms } from './rules.ts'

/** Rows of one list at most: every item of the catalogue for several periods. */
const maxRows = 200

const PricesForm = defineForm({
  messagePrefix: 'pricing.specialPrice',
  schema: Type.Object({
    specialPrices: Type.Array(
      Type.Object({
        /** Of a price that there is; a new one has none. */
        id: Type.Optional(Nullable(Id)),
        orderTypeItemId: Id,
        value: Type.Number({ minimum: 0, maximum: 9_999_999.99, decimals: 2, format: 'money' }),
        dateFrom: Day,
        dateTo: Day
      }),
      { maxItems: maxRows }
    )
  })
})

type OwnerColumn = 'company_id' | 'reception_place_id'

/** The prices that have not been ended, those that are over included. */
const presentPrices = (database: Database, column: OwnerColumn, owner: number): Promise<AgreedTerms[]> =>
  query<AgreedTerms>(
    database,
    sql`select id, order_type_item_id as "orderTypeItemId", value, date_from as "dateFrom", date_to as "dateTo"
      from pricing.special_prices where ${raw(column)} = ${owner} and ended_at is null order by id`
  )

function refuseFaults({ faults }: Replacement): void {
  const [first] = faults
  if (!first) return
  const fieldErrors = faults.map(({ row, field, code }) => ({
    path: `specialPrices.${row}.${field}`,
    code: 'rule',
    params: {},
    message: `errors.pricing.${code}`
  }))
  throwPricingError(first.code, { fieldErrors })
}

/** An item that is not there is refused in its row; those that are stay until the transaction ends. */
async function requireItems(trx: Database, list: readonly WantedTerms[]): Promise<void> {
  const known = new Set(await lockItems(trx, [...new Set(list.map(row => row.orderTypeItemId))]))
  const fieldErrors = list.flatMap(({ orderTypeItemId }, row) =>
    known.has(orderTypeItemId)
      ? []
      : [{ path: `specialPrices.${row}.orderTypeItemId`, code: 'choice', params: {}, message: 'check.choice' }]
  )
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}

/** Ended prices make room first. Then changed ones leave the constraint together and come back one by one, so that two may swap. */
async function write(
  { trx, now }: CommandContext,
  owner: Pick<AgreedPrice, 'companyId' | 'receptionPlaceId'>,
  { added, changed, ended }: Replacement
): Promise<void> {
  const leaving = [...ended, ...changed.map(({ before }) => before)].map(({ id }) => id)
  await AgreedPrice.query(trx).findByIds(leaving).patch({ endedAt: now })
  for (const { after } of changed) {
    const { id, ...terms } = after
    await AgreedPrice.query(trx)
      .findById(id)
      .patch({ ...terms, endedAt: null })
  }
  if (added.length > 0)
    await AgreedPrice.query(trx).insert(added.map(terms => ({ ...owner, ...terms, createdAt: now })))
}

const shortDay = (day: string): string => day.split('-').reverse().join('.')

/** What was agreed and what was ended, for history: item, price and days of each. */
async function record({ trx, addAuditParams }: CommandContext, { added, changed, ended }: Replacement): Promise<void> {
  const nameOf = new Map((await itemsOf(trx, 'pl')).map(({ id, name }) => [id, name]))
  const text = (list: readonly Terms[]): string =>
    list
      .map(({ orderTypeItemId, value, dateFrom, dateTo }) => {
        const price = value.toFixed(2).replace('.', ',')
        return `${nameOf.get(orderTypeItemId)} ${price} zł (${shortDay(dateFrom)} – ${shortDay(dateTo)})`
      })
      .join('; ') || 'none'
  addAuditParams({ added: text(added), changed: text(changed.map(({ after }) => after)), ended: text(ended) })
}

interface Owner {
  readonly column: OwnerColumn
  /** Counts its version, because it has other prices now. */
  count(trx: CommandContext['trx'], id: number): Promise<void>
}

const company: Owner = { column: 'company_id', count: countCompanyChange }
const place: Owner = { column: 'reception_place_id', count: countPlaceChange }

/** The list as it was when the call arrived, as a text. */
const readBefore = async ({ column }: Owner, database: Database, [id = 0]: readonly number[]): Promise<string> =>
  JSON.stringify(await presentPrices(database, column, id))

async function replace(
  context: CommandContext,
  { column, count }: Owner,
  id: number,
  list: readonly WantedTerms[],
  listBefore: string
): Promise<void> {
  const { trx, now } = context
  const present = await presentPrices(trx, column, id)
  if (JSON.stringify(present) !== listBefore) throwProblem('concurrent')
  const replacement = replaceSpecialPrices(present, list, dayOf(now))
  refuseFaults(replacement)
  const { added, changed, ended } = replacement
  if (added.length + changed.length + ended.length === 0) return
  await requireItems(trx, list)
  await write(
    context,
    { companyId: column === 'company_id' ? id : null, receptionPlaceId: column === 'company_id' ? null : id },
    replacement
  )
  await record(context, replacement)
  await count(trx, id)
}

const shared = { icon: 'tag', access: { ADMIN: { form: PricesForm } } } as const

const setCompanyPrices = defineCommand(companyResources.clients, {
  ...shared,
  name: 'pricing.setCompanyPrices',
  call: 'PUT /api/Admin/Companies/:id/special-prices',
  beforeTransaction: ({ services, ids }) => readBefore(company, services.db, ids),
  run: (context, { id }, { specialPrices }, before) => replace(context, company, id, specialPrices, before)
})

const setPlacePrices = defineCommand(companyResources.places, {
  ...shared,
  name: 'pricing.setPlacePrices',
  call: 'PUT /api/Admin/reception-places/:id/special-prices',
  beforeTransaction: ({ services, ids }) => readBefore(place, services.db, ids),
  run: (context, { id }, { specialPrices }, before) => replace(context, place, id, specialPrices, before)
})

export const specialPriceCommands = [setCompanyPrices, setPlacePrices]
