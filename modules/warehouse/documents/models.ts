import objection from 'objection'

const { Model, snakeCaseMappers } = objection

export class DocumentRow extends Model {
  static override tableName = 'warehouse.documents'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare documentType: number
  declare documentStatus: number
  declare documentDate: string
  declare description: string | null
  declare containersNumber: number | null
  declare companyId: number | null
  declare departmentId: number | null
  declare receptionPlaceId: number | null
  declare internalStoreId: number | null
  declare enteredByClient: boolean
  declare createdBy: number | null
  declare createdAt: Date
}
