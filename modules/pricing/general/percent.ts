/** Prices of several items are changed by a percentage in one act, at once or from a later day on; and what that will make of them. */
import { type Static, Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { Day, Id, Money, Nullable } from '../../../src/kernel/schema.ts'
import { itemsOf } from '../../catalogue/public.ts'
import { throwPricingError } from '../errors.ts'
import { allByPercent, changeFrom, isEmpty, type Period, periodAt } from '../periods/rules.ts'
import { beginningOf, changeInstant, markChanged, periodsOf, textOfInstant, writeChanges } from '../periods/write.ts'
import { DigitPrice } from '../schema.ts'
import { ValidFrom, validFrom } from './forms.ts'
import { prices } from './resource.ts'

/** General prices have at most seven digits. */
const maxPrice = 9_999_999
/** The most items of one call. */
const maxItems = 200

const Percent = Type.Number({ minimum: -90, maximum: 500, decimals: 1 })

const PercentForm = defineForm({
  schema: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems }),
    percent: Percent,
    validFrom: ValidFrom
  }),
  fields: {
    percent: { help: 'pricing.price.percent.help', half: true },
    validFrom: { ...validFrom, initial: 'empty' },
    preview: {
      control: 'part:pricing.percent',
      transient: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
      reads: { percent: 'percent', validFrom: 'validFrom' }
    }
  }
})

/** Throws `beforeToday` for a day that is over. */
async function beginning(
  context: { readonly trx: Database; readonly now: Date },
  at: string,
  day: string | null | undefined
): Promise<string> {
  if (day && day < dayOf(context.now)) throwPricingError.at('validFrom', 'beforeToday')
  return beginningOf(context, at, day)
}

function wantedOf(periods: readonly Period[], from: string, percent: number) {
  const wanted = allByPercent(periods, from, percent)
  if (wanted.some(({ terms }) => terms && terms.value > maxPrice))
    refuseField('percent', 'check.maximum', { max: maxPrice })
  return wanted
}

/** Prices that are planned for later than the change stay as they are planned. */
export const changePercent = defineCommand(prices, {
  name: 'pricing.changePercent',
  call: 'PUT /api/Admin/Prices/change-percent',
  wire: { ids: 'ids' },
  selection: 'some',
  access: { ADMIN: { form: PercentForm } },
  ui: { icon: 'percentage' },
  async runAll(context, rows, { percent, validFrom: day }) {
    for (const { id } of rows) {
      const at = await changeInstant(context, id)
      const from = await beginning(context, at, day)
      const periods = await periodsOf(context.trx, id)
      const changes = changeFrom(periods, wantedOf(periods, from, percent), from)
      if (isEmpty(changes)) continue
      await writeChanges(context, id, changes)
      await markChanged(context, id, at)
    }
  }
})

const Ids = Type.String({ maxLength: 3000 })

const ChangedPrice = Type.Object({
  postalDigit: Nullable(DigitPrice.properties.postalCodePrefix),
  before: Money,
  after: Money
})
const Preview = Type.Object({ id: Id, name: Type.String(), prices: Type.Array(ChangedPrice) })

/** The general price first, then those of the digits in their order. */
const changedPrices = (periods: readonly Period[], from: string, percent: number): Static<typeof ChangedPrice>[] =>
  wantedOf(periods, from, percent)
    .map(({ digit, terms }) => ({
      postalDigit: digit === null ? null : String(digit),
      before: periodAt(periods, digit, from)?.value ?? 0,
      after: terms?.value ?? 0
    }))
    .toSorted((a, b) => (a.postalDigit ?? '').localeCompare(b.postalDigit ?? ''))

export const percentPreview = defineRoute({
  url: '/api/Admin/Prices/change-percent',
  access: ['ADMIN'],
  summary: `What a percentage would make of the prices of at most ${maxItems} items, from now or from the beginning of a day on`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: 1000 })], { description: '`1,2,3`, or repeated' }),
    percent: Percent,
    validFrom: Type.Optional(Type.String({ ...Day }))
  }),
  answer: ItemResponse(Type.Array(Preview)),
  run: async ({ services: { db, now }, caller, query: { ids, percent, validFrom: day } }) => {
    const list = readIds(ids) ?? refuseField('ids', 'check.choice')
    if (list.length > maxItems) refuseField('ids', 'check.maxItems', { max: maxItems })
    const names = new Map((await itemsOf(db, caller.language)).map(({ id, name }) => [id, name]))
    const from = await beginning({ trx: db, now: now() }, textOfInstant(now()), day)
    const data: Static<typeof Preview>[] = []
    for (const id of list)
      data.push({
        id,
        name: names.get(id) ?? String(id),
        prices: changedPrices(await periodsOf(db, id), from, percent)
      })
    return { data }
  }
})
