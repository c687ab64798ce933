import { isStaff } from '../../../../src/kernel/access/caller.ts'
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../../src/kernel/http/errors.ts'
import { requireOfCountry } from '../../address.ts'
import { ReceptionPlace } from '../../models.ts'
import { clearDefault, lockPlaces } from '../defaults.ts'
import { ClientEditForm, StaffEditForm } from '../forms.ts'
import { columnsOf, type Located, locateEdited } from '../locate.ts'
import { places } from '../resource.ts'
import { clientActions, staffActions } from '../rules.ts'

/**
 * The path names the department of the place. With any other department the answer is 404. A place cannot change its department.
 */
export const editPlace = defineCommand(places, {
  name: 'companies.editPlace',
  key: 'e',
  call: 'PUT /api/Admin/Departments/:departmentId/update-reception-place/:id',
  icon: 'pencil',
  access: {
    ADMIN: { when: staffActions.editPlace, form: StaffEditForm },
    CLIENT_ADMIN: { when: clientActions.editPlace, form: ClientEditForm }
  },
  async beforeTransaction(context, { city, street, postalCode, position }): Promise<Located> {
    const { caller, ids } = context
    const [id] = ids
    // The form of staff has the whole address. That of clients has no address.
    if (!caller || !isStaff(caller) || !id || !city || !street || !postalCode) return undefined
    return locateEdited(context, id, { city, street, postalCode }, position)
  },
  lockFirst: lockPlaces,
  async run(context, place, { isDefault = place.isDefault, position: _, ...fields }, located) {
    if (context.param('departmentId') !== place.departmentId) throwProblem('notFound')
    requireOfCountry(fields, place.country)
    if (isDefault && !place.isDefault) await clearDefault(context, place.companyId)
    await ReceptionPlace.query(context.trx)
      .findById(place.id)
      .patch({ ...fields, ...columnsOf(located), isDefault })
  }
})
