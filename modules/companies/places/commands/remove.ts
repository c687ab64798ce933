import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { ReceptionPlace } from '../../models.ts'
import { beforePlaceRemoval } from '../../public.ts'
import { lockPlaces, moveDefaultToActive } from '../defaults.ts'
import { places } from '../resource.ts'
import { clientActions, staffActions } from '../rules.ts'

export const removePlace = defineCommand(places, {
  name: 'companies.removePlace',
  call: 'DELETE /api/Admin/Departments/remove-reception-place/:id',
  access: { ADMIN: { shown: staffActions.removePlace }, CLIENT_ADMIN: { shown: clientActions.removePlace } },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  lockFirst: lockPlaces,
  async run(context, { id, companyId }) {
    await beforePlaceRemoval.check(context, [id])
    await ReceptionPlace.query(context.trx).deleteById(id)
    await moveDefaultToActive(context, companyId, id)
  }
})
