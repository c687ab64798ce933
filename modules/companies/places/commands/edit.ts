import { isStaff } from '../../../../src/kernel/access/caller.ts'
import { type CommandContext, defineCommand } from '../../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../../src/kernel/errors/errors.ts'
import type { RowOf } from '../../../../src/kernel/resources/resource.ts'
import { requireOfCountry } from '../../address.ts'
import { throwCompanyError } from '../../errors.ts'
import { ReceptionPlace } from '../../models.ts'
import { lockCompaniesOf, type OrderTypeCode, setTypesOfPlaces } from '../../order-types/sets.ts'
import { clearDefault, lockPlaces } from '../defaults.ts'
import { ClientEditForm, StaffEditForm } from '../forms.ts'
import { columnsOf, type Located, locateEdited } from '../locate.ts'
import { requireHours } from '../receiving.ts'
import { places } from '../resource.ts'
import { clientActions, staffActions } from '../rules.ts'

/**
 * The path names the department of the place. With any other department the answer is 404. A place cannot change its department.
 */
export const editPlace = defineCommand(places, {
  name: 'companies.editPlace',
  call: 'PUT /api/Admin/Departments/:departmentId/update-reception-place/:id',
  access: {
    ADMIN: { when: staffActions.editPlace, form: StaffEditForm },
    CLIENT_ADMIN: { when: clientActions.editPlace, form: ClientEditForm }
  },
  ui: { icon: 'pencil', key: 'e' },
  async beforeTransaction(context, { city, street, postalCode, position }): Promise<Located> {
    const { caller, ids } = context
    const [id] = ids
    // The form of staff has the whole address. That of clients has no address.
    if (!caller || !isStaff(caller) || !id || !city || !street || !postalCode) return undefined
    return locateEdited(context, id, { city, street, postalCode }, position)
  },
  async lockFirst(context, ids) {
    if (context.audience === 'ADMIN') await lockCompaniesOf(context.trx, ids)
    await lockPlaces(context, ids)
  },
  async run(context, place, { isDefault = place.isDefault, position: _, orderTypeIds, ...fields }, located) {
    if (context.param('departmentId') !== place.departmentId) throwProblem('notFound')
    const values = requireOfCountry(fields, place.country)
    requireHours(fields, place)
    if (orderTypeIds) await changeTypes(context, place, orderTypeIds)
    if (place.isDefault && !isDefault) throwCompanyError.at('isDefault', 'defaultStays')
    if (isDefault && !place.isDefault) await clearDefault(context, place.companyId)
    await ReceptionPlace.query(context.trx)
      .findById(place.id)
      .patch({ ...values, ...columnsOf(located), isDefault })
  }
})

/** Sets the order types of an active place. One that waits gets them when it is verified. */
async function changeTypes(
  context: CommandContext,
  place: RowOf<typeof places>,
  types: readonly OrderTypeCode[]
): Promise<void> {
  if (!place.isActive) throwCompanyError.at('orderTypeIds', 'typesNeedActive')
  await setTypesOfPlaces(context, [place], types)
}
