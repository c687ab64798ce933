/** The models that write the tables of companies. The resources read them. */
import type { Knex } from 'knex'
import { Model, raw, snakeCaseMappers } from 'objection'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { OrderType } from '../catalogue/schema.ts'
import type { ClientType, CountryCode, PaymentType, RegisterCheck } from './schema.ts'

export class Company extends Model {
  static override tableName = 'companies.companies'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare name: string
  declare shortName: string | null
  declare clientType: CodeOf<typeof ClientType>
  declare taxNumber: string | null
  declare country: CountryCode
  declare regon: string | null
  declare bdoNumber: string | null
  declare multiDepartment: boolean
  declare arrivalMessages: boolean
  declare paymentType: CodeOf<typeof PaymentType>
  declare city: string | null
  declare street: string | null
  declare postalCode: string | null
  declare verified: boolean
  declare active: boolean
  declare deactivationReason: string | null
  declare registerCheck: CodeOf<typeof RegisterCheck> | null
  declare registerRequestId: string | null
  declare secondWay: boolean | null
  declare termsAcceptedAt: Date | null
  declare createdAt: Date
  declare version: number
}

export class Department extends Model {
  static override tableName = 'companies.departments'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare companyId: number
  declare city: string
  declare street: string
  declare postalCode: string
  declare description: string | null
  /** When a stranger asked for the department; null if staff added it. */
  declare requestedAt: Date | null
  declare createdAt: Date
}

export class ReceptionPlace extends Model {
  static override tableName = 'companies.reception_places'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare companyId: number
  declare departmentId: number
  declare city: string
  declare street: string
  declare postalCode: string
  declare phone: string
  declare email: string | null
  /** Its contact gets messages about arrivals. */
  declare arrivalMessages: boolean
  /** `HH:MM` */
  declare receivingFrom: string | null
  declare receivingTo: string | null
  /** 1 for Monday. */
  declare receivingDays: number[]
  declare bdoNumber: string | null
  declare isDefault: boolean
  declare isActive: boolean
  declare approvedAt: Date | null
  /** Why it was deactivated. */
  declare deactivationReason: string | null
  declare latitude: number | null
  declare longitude: number | null
  declare elevation: number | null
  declare createdAt: Date
  declare version: number
}

/** A row says that a place may order an order type. */
export class PlaceOrderType extends Model {
  static override tableName = 'companies.place_order_types'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['reception_place_id', 'order_type_id']

  declare receptionPlaceId: number
  declare orderTypeId: CodeOf<typeof OrderType>
  declare assignedAt: Date
}

/** A row says that a company may order an order type. */
export class CompanyOrderType extends Model {
  static override tableName = 'companies.company_order_types'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['company_id', 'order_type_id']

  declare companyId: number
  declare orderTypeId: CodeOf<typeof OrderType>
  declare assignedAt: Date
}

/** A patch that only increases the version of a row, for a change that is made in another table. */
export const touched = { version: raw('version + 1') }

/** Increases the version of a company, because data of another module that belongs to it has changed, such as special prices. */
export async function countCompanyChange(trx: Knex, id: number): Promise<void> {
  await Company.query(trx).findById(id).patch(touched)
}

/** The same for a reception place. */
export async function countPlaceChange(trx: Knex, id: number): Promise<void> {
  await ReceptionPlace.query(trx).findById(id).patch(touched)
}
