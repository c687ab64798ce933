import type { Knex } from 'knex'
import { isStaff, type Reader } from '../../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../../src/kernel/access/tenancy.ts'
import { defineCreation } from '../../../../src/kernel/commands/command.ts'
import { type Database, query, queryOne, sql } from '../../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../../src/kernel/errors/errors.ts'
import { isClientAdmin } from '../../../users/public.ts'
import { requireOfCountry } from '../../address.ts'
import { ReceptionPlace } from '../../models.ts'
import type { CountryCode } from '../../schema.ts'
import { clearDefault, defaultOf, lockPlacesOf } from '../defaults.ts'
import { ClientAddForm, StaffAddForm, WaitingAddForm } from '../forms.ts'
import { columnsOf, locateNew } from '../locate.ts'
import { requireHours } from '../receiving.ts'
import { places } from '../resource.ts'
import { verifyPlace } from './activate.ts'

/**
 * Adds a reception place. It waits until the staff verify it, unless staff add it together with an order type. A client
 * administrator whose account is not active yet may add the company's first place, because without one it would never become
 * active.
 */
export const addPlace = defineCreation(places, {
  name: 'companies.addPlace',
  call: 'POST /api/Admin/Departments/:departmentId/add-reception-place',
  access: {
    ADMIN: { form: StaffAddForm },
    CLIENT_ADMIN: { form: ClientAddForm },
    waiting: { form: WaitingAddForm }
  },
  ui: { key: 'n' },
  async beforeTransaction(context, { city, street, postalCode, position }) {
    const { services, caller, audience } = context
    // The geocoder is called only for those who may add a place.
    if (audience === 'waiting') await requireClientAdmin(services.db, caller)
    const reader = caller ?? throwProblem('unauthorized')
    return locateNew(
      context,
      ownOf(reader, audience),
      context.param('departmentId'),
      { city, street, postalCode },
      position
    )
  },
  async run(context, { isDefault = false, orderTypeId, position: _, ...fields }, located) {
    const { trx, reader, now, audience } = context
    const { departmentId, companyId, country } = await departmentIn(
      trx,
      ownOf(reader, audience),
      context.param('departmentId')
    )
    const values = requireOfCountry(fields, country)
    requireHours(fields)
    await lockPlacesOf(trx, companyId)
    if (audience === 'waiting' && (await hasPlaces(trx, companyId))) throwProblem('inactive')
    const becomesDefault = isDefault || (await defaultOf(trx, companyId)) === undefined
    if (becomesDefault) await clearDefault(context, companyId)
    const { id } = await ReceptionPlace.query(trx).insert({
      ...values,
      ...columnsOf(located),
      companyId,
      departmentId,
      isDefault: becomesDefault,
      createdAt: now
    })
    if (isStaff(reader) && orderTypeId) await verifyPlace(context, { id, companyId, isApproved: false }, orderTypeId)
    return { id }
  }
})

/** The caller with the rights that apply here: an account that is not active yet sees only its own department. */
const ownOf = (reader: Reader, audience: string): Reader =>
  audience === 'waiting' ? { ...reader, role: null, ownDepartmentOnly: true } : reader

async function requireClientAdmin(database: Database, caller: Reader | undefined): Promise<void> {
  if (!caller?.accountId || !(await isClientAdmin(database, caller.accountId))) throwProblem('inactive')
}

const hasPlaces = async (trx: Knex.Transaction, companyId: number): Promise<boolean> =>
  (await ReceptionPlace.query(trx).where({ company_id: companyId }).resultSize()) > 0

interface DepartmentOfPlace {
  readonly departmentId: number
  readonly companyId: number
  readonly country: CountryCode
}

/**
 * Locks the department, so that it cannot be deleted before the place exists, and the company before it, so that its order types stay
 * as they are meanwhile.
 */
async function departmentIn(trx: Knex.Transaction, reader: Reader, id: number): Promise<DepartmentOfPlace> {
  const visible = visibleTo(reader, 'd.company_id', 'd.id')
  await query(
    trx,
    sql`select c.id from companies.companies c
      where c.id = (select d.company_id from companies.departments d where d.id = ${id} and ${visible}) for no key update`
  )
  const department = await queryOne<DepartmentOfPlace>(
    trx,
    sql`select d.id as "departmentId", d.company_id as "companyId", c.country
      from companies.departments d join companies.companies c on c.id = d.company_id
      where d.id = ${id} and ${visible} for key share of d`
  )
  return department ?? throwProblem('notFound')
}
