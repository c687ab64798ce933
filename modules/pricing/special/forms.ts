/** The form of all special prices of a company or a place, with a row for each price. */
import { Type } from '@sinclair/typebox'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Id, Nullable } from '../../../src/kernel/schema.ts'

/** The most rows of one list. It is enough for every item of the catalogue with several periods. */
const maxRows = 200

const SpecialPriceRow = Type.Object({
  /** The id of an existing price. A new price has none. */
  id: Type.Optional(Nullable(Id)),
  orderTypeItemId: Id,
  value: Type.Number({ minimum: 0, maximum: 9_999_999.99, decimals: 2, format: 'money' }),
  dateFrom: Day,
  dateTo: Day
})

export const SpecialPriceRows = Type.Object({ specialPrices: Type.Array(SpecialPriceRow, { maxItems: maxRows }) })

/** By default a new row is 1000 PLN for a year from today, by the specification. */
export const specialPricesForm = (ownerPath: string) =>
  defineForm({
    schema: SpecialPriceRows,
    messagePrefix: 'pricing.specialPrice',
    load: `${ownerPath}/:id/special-prices`,
    fields: {
      specialPrices: {
        help: 'pricing.specialPrice.help',
        rows: {
          fields: {
            id: { control: 'hidden' },
            orderTypeItemId: {
              options: { call: '/api/Admin/OrderTypes/items?limit=1000', value: 'id', label: ['name'] }
            },
            dateFrom: { initial: 'today', half: true },
            dateTo: { initial: 'yearFromToday', half: true, days: { from: 'today' } },
            value: { control: 'part:pricing.agreed' }
          },
          initial: { value: 1000 },
          add: 'pricing.specialPrice.add'
        }
      }
    }
  })
