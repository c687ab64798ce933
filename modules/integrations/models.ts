/** The models by which the tables are written. Fields are camelCase; conditions name columns. */
import { Model, snakeCaseMappers } from 'objection'
import type { SaleDocument } from './accounting/rules.ts'

class IntegrationsModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class ApiKeyRecord extends IntegrationsModel {
  static override tableName = 'integrations.api_keys'
  declare id: number
  declare name: string
  declare hash: Buffer
  declare hint: string
  declare companyId: number | null
  declare accountId: number
  declare sessionId: string
  declare callsPerMinute: number
  declare createdAt: Date
  declare expiresAt: Date | null
  declare revokedAt: Date | null
}

export class Webhook extends IntegrationsModel {
  static override tableName = 'integrations.webhooks'
  declare id: number
  declare url: string
  declare companyId: number | null
  declare secret: Buffer
  declare formerSecret: Buffer | null
  declare formerUntil: Date | null
  declare createdAt: Date
  declare failingSince: Date | null
  declare pausedUntil: Date | null
  declare turnedOffAt: Date | null
  declare offReason: number | null
  declare removedAt: Date | null
}

export class Calendar extends IntegrationsModel {
  static override tableName = 'integrations.calendars'
  declare id: number
  declare accountId: number
  /** A code of `CalendarKind`. */
  declare kind: number
  declare companyId: number | null
  declare vehicleId: number | null
  declare driverId: number | null
  /** SHA-256 of the token, base64url. */
  declare tokenHash: string
  declare createdAt: Date
  declare readAt: Date | null
}

export class AccountingMapping extends IntegrationsModel {
  static override tableName = 'integrations.accounting_mappings'
  declare id: number
  /** A code of `BuyerKind`. */
  declare buyer: number
  declare register: string
  declare categoryVehicle: string | null
  declare categoryTonnage: string | null
  declare categoryContainer: string | null
  declare zeroRate: number
  declare paymentDays: number
}

export class AccountingRun extends IntegrationsModel {
  static override tableName = 'integrations.accounting_runs'
  declare id: number
  declare accountId: number | null
  declare dateFrom: string
  declare dateTo: string
  declare createdAt: Date
  declare source: string
  declare target: string
  declare documents: number
  declare gross: number
  declare newDocuments: number
  declare changedDocuments: number
  declare goneDocuments: number
  declare leftOut: number
}

export class AccountingDocument extends IntegrationsModel {
  static override tableName = 'integrations.accounting_documents'
  static override jsonAttributes = ['content']
  declare id: number
  declare runId: number
  declare documentId: string
  /** A code of `DocumentChange`. */
  declare change: number
  declare number: string
  declare orders: string
  declare company: string
  declare taxNumber: string | null
  declare saleDay: string
  declare net: number
  declare vat: number
  declare gross: number
  declare formerGross: number | null
  declare content: SaleDocument
}
