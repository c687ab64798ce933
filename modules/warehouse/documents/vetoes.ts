/** Departments and reception places stay as long as a document names them. */
import {
  beforeDepartmentRemoval,
  beforePlaceRemoval,
  throwDepartmentHas,
  throwPlaceHas
} from '../../companies/public.ts'
import { DocumentRow } from './models.ts'

export const documentVetoes = [
  beforeDepartmentRemoval.fill(async (trx, ids) => {
    if (
      await DocumentRow.query(trx)
        .whereIn('department_id', [...ids])
        .first()
    )
      throwDepartmentHas('Documents')
  }),
  beforePlaceRemoval.fill(async (trx, ids) => {
    if (
      await DocumentRow.query(trx)
        .whereIn('reception_place_id', [...ids])
        .first()
    )
      throwPlaceHas('Documents')
  })
]
