/**
 * General prices are added, changed and withdrawn. A change ends the periods of the prices before and adds new ones
 * (`../periods/rules.ts`), at once or from a later day on.
 */
import { dayOf } from '../../../src/contract/days.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { lockItems } from '../../catalogue/public.ts'
import { throwPricingError } from '../errors.ts'
import {
  changeFrom,
  hasPrice,
  isEmpty,
  type Period,
  periodAt,
  plannedInstants,
  type Wanted,
  withdrawAll,
  withdrawPlanned
} from '../periods/rules.ts'
import { beginningOf, beginPrices, changeInstant, markChanged, periodsOf, writeChanges } from '../periods/write.ts'
import { digits } from '../schema.ts'
import { AddForm, EditForm, type PriceInput, WithdrawForm } from './forms.ts'
import { changePercent } from './percent.ts'
import { prices } from './resource.ts'

/** The prices by digit that the call names; undefined if it leaves them as they are. Digits that it does not name have none. */
function wantedDigits(given: PriceInput['prices']): Wanted[] {
  if (!given) return []
  const prefixes = given.map(({ postalCodePrefix }) => postalCodePrefix)
  const again = prefixes.findIndex((prefix, at) => prefixes.indexOf(prefix) < at)
  if (again >= 0) refuseField(`prices.${again}.postalCodePrefix`, 'check.unique')
  return digits.map(digit => {
    const price = given.find(({ postalCodePrefix }) => postalCodePrefix === digit)
    return { digit: Number(digit), terms: price ? { value: price.value, postalCodePrices: null } : null }
  })
}

/** Whether the item is priced by postal codes if the call does not say: as it is at that time, or else as it will be. */
const asBefore = (periods: readonly Period[], at: string): boolean =>
  (
    periodAt(periods, null, at) ??
    periods.find(({ digit, validFrom }) => digit === null && validFrom !== null && validFrom > at)
  )?.postalCodePrices ?? false

/** Sets prices of an item, whose row is locked, by a change at an instant. Returns whether anything changed. */
async function setPrices(
  context: CommandContext,
  itemId: number,
  at: string,
  { price, validFrom, postalCodePrices, prices: given }: PriceInput
): Promise<boolean> {
  const { trx, now } = context
  if (validFrom && validFrom < dayOf(now)) throwPricingError.at('validFrom', 'beforeToday')
  const from = await beginningOf(context, at, validFrom)
  const periods = await periodsOf(trx, itemId)
  const terms = { value: price, postalCodePrices: postalCodePrices ?? asBefore(periods, from) }
  const changes = changeFrom(periods, [{ digit: null, terms }, ...wantedDigits(given)], from)
  await writeChanges(context, itemId, changes)
  return !isEmpty(changes)
}

/** Adds a price to an item that has none, also to one whose price was withdrawn. */
export const addPrice = defineCreation(prices, {
  name: 'pricing.addPrice',
  call: 'POST /api/Admin/Prices/:orderTypeItemId',
  access: { ADMIN: { form: AddForm } },
  ui: { key: 'n' },
  async run(context, input) {
    const id = context.param('orderTypeItemId')
    orNotFound((await lockItems(context.trx, [id]))[0])
    const at = (await beginPrices(context, id)) ?? throwPricingError.at('orderTypeItemId', 'priceExists')
    await setPrices(context, id, at, input)
    return { id }
  }
})

export const editPrice = defineCommand(prices, {
  name: 'pricing.editPrice',
  call: 'PUT /api/Admin/Prices/:id',
  access: { ADMIN: { form: EditForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run(context, { id }, input) {
    const at = await changeInstant(context, id)
    if (await setPrices(context, id, at, input)) await markChanged(context, id, at)
  }
})

/** Withdraws a planned change before it takes effect: of all prices of the item that would have begun or ended with that day. */
export const withdrawPlannedPrice = defineCommand(prices, {
  name: 'pricing.withdrawPlanned',
  call: 'PUT /api/Admin/Prices/:id/withdraw-planned',
  access: { ADMIN: { when: { hasPlanned: [true] }, form: WithdrawForm } },
  ui: { icon: 'calendar-times', tone: 'warning' },
  async run(context, { id }, { validFrom }) {
    const at = await changeInstant(context, id)
    const periods = await periodsOf(context.trx, id)
    const planned = plannedInstants(periods, at).find(instant => dayOf(new Date(instant)) === validFrom)
    if (!planned) return throwPricingError.at('validFrom', 'notPlanned')
    const changes = withdrawPlanned(periods, planned)
    const gone = new Set(changes.removed)
    const left = periods.filter(period => !gone.has(period.id))
    await writeChanges(context, id, changes)
    await markChanged(context, id, at, !hasPrice(left, at))
  }
})

/**
 * Orders keep their price, so a general price can be withdrawn. New orders of the item then need a special price. Prices by postal codes
 * and planned ones are withdrawn with it.
 */
export const removePrice = defineCommand(prices, {
  name: 'pricing.removePrice',
  call: 'DELETE /api/Admin/Prices/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    const at = await changeInstant(context, id)
    await writeChanges(context, id, withdrawAll(await periodsOf(context.trx, id), at))
    await markChanged(context, id, at, true)
  }
})

export const priceCommands = [addPrice, editPrice, changePercent, withdrawPlannedPrice, removePrice]
