import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { Id } from '../../../../src/kernel/schema.ts'
import { OrderTypes } from '../../order-types/schema.ts'
import { lockCompaniesOf, setTypesOfPlaces } from '../../order-types/sets.ts'
import { places } from '../resource.ts'
import { staffActions } from '../rules.ts'

const TypesForm = defineForm({
  schema: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    orderTypeIds: OrderTypes
  }),
  fields: {
    orderTypeIds: {
      from: 'orderTypes',
      ofAll: true,
      label: 'companies.place.orderTypes',
      help: 'companies.place.orderTypes.help'
    }
  }
})

/** Sets what may be ordered at active places: all of them get the same order types. A type that an open order uses is not taken away. */
export const setPlaceTypes = defineCommand(places, {
  name: 'companies.setPlaceTypes',
  call: 'PUT /api/Admin/reception-places/order-types',
  wire: { ids: 'ids' },
  selection: 'some',
  access: { ADMIN: { shown: staffActions.setPlaceTypes, form: TypesForm } },
  ui: { icon: 'tags', key: 't' },
  lockFirst: async ({ trx }, ids) => {
    await lockCompaniesOf(trx, ids)
  },
  runAll: (context, rows, { orderTypeIds }) => setTypesOfPlaces(context, rows, orderTypeIds)
})
