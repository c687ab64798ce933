/** How the tables of messages are written. */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

export class Message extends Model {
  static override tableName = 'notifications.messages'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  /** The duplicate id at the SMS gateway, the Message-ID of an e-mail. */
  declare key: string
  declare accountId: number
  declare channel: number
  declare type: number
  declare address: string | null
  declare subject: string | null
  declare body: string
  declare status: number
  /** It is being sent, or it is not known how that ended. */
  declare sendingSince: Date | null
  declare attempts: number
  declare gatewayId: string | null
  declare error: number | null
  /** What the gateway answered to a failure. */
  declare detail: string | null
  declare createdAt: Date
  declare sentDate: Date
  declare deliveredAt: Date | null
}

/** A row that a message is about. */
export class MessageSubject extends Model {
  static override tableName = 'notifications.subjects'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['message_id', 'resource_type', 'subject_id']

  declare messageId: number
  declare resourceType: string
  declare subjectId: number
  /** What the message says of it, in a text of its module. */
  declare snapshot: string | null
}
