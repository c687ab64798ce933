/**
 * Setting the special prices of a company or of a place. The call gives the whole list, and `rules.ts` decides what changes.
 *
 * Two simultaneous calls: the row of the company or place is locked, so one call waits for the other. The second call then finds
 * other prices than there were when it arrived, and is refused. Otherwise it would remove prices of the first call that its author
 * never saw. An exclusion constraint of the database refuses whatever passes the lock.
 */
import { dayOf } from '../../../src/contract/days.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { itemsOf, lockItems } from '../../catalogue/public.ts'
import { countCompanyChange, countPlaceChange } from '../../companies/public.ts'
import { companyResources } from '../../companies/resources.ts'
import { throwPricingError } from '../errors.ts'
import { AgreedPrice } from '../models.ts'
import { specialPricesForm } from './form.ts'
import { type AgreedTerms, type Replacement, replaceSpecialPrices, type Terms, type WantedTerms } from './rules.ts'

export type OwnerColumn = 'company_id' | 'reception_place_id'

/** The prices that nobody has ended, including those whose period is over. */
export const presentPrices = (database: Database, column: OwnerColumn, owner: number): Promise<AgreedTerms[]> =>
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

/** Refuses a row whose item does not exist. Locks the other items, so that none is removed before the transaction ends. */
async function requireItems(trx: Database, list: readonly WantedTerms[]): Promise<void> {
  const known = new Set(await lockItems(trx, [...new Set(list.map(row => row.orderTypeItemId))]))
  const fieldErrors = list.flatMap(({ orderTypeItemId }, row) =>
    known.has(orderTypeItemId)
      ? []
      : [{ path: `specialPrices.${row}.orderTypeItemId`, code: 'choice', params: {}, message: 'check.choice' }]
  )
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}

/**
 * Writes the changes in an order that the exclusion constraint accepts. Ended prices are written first. Then all changed prices are
 * taken out of the constraint and written one after the other, so that two of them can swap their periods.
 */
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

/** Adds the agreed and the ended prices to the history, each with its item, price and days. */
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
  /** Increases the version of the company or place, because its prices have changed. */
  count(trx: CommandContext['trx'], id: number): Promise<void>
}

const company: Owner = { column: 'company_id', count: countCompanyChange }
const place: Owner = { column: 'reception_place_id', count: countPlaceChange }

/** The list as it was when the call arrived, as JSON text. */
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

export const setCompanyPrices = defineCommand(companyResources.clients, {
  icon: 'tag',
  access: { ADMIN: { form: specialPricesForm('/api/Admin/Companies') } },
  name: 'pricing.setCompanyPrices',
  call: 'PUT /api/Admin/Companies/:id/special-prices',
  beforeTransaction: ({ services, ids }) => readBefore(company, services.db, ids),
  run: (context, { id }, { specialPrices }, before) => replace(context, company, id, specialPrices, before)
})

export const setPlacePrices = defineCommand(companyResources.places, {
  icon: 'tag',
  access: { ADMIN: { form: specialPricesForm('/api/Admin/reception-places') } },
  name: 'pricing.setPlacePrices',
  call: 'PUT /api/Admin/reception-places/:id/special-prices',
  beforeTransaction: ({ services, ids }) => readBefore(place, services.db, ids),
  run: (context, { id }, { specialPrices }, before) => replace(context, place, id, specialPrices, before)
})
