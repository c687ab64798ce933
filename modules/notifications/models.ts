/** The models by which the tables of messages are written. */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

export class Message extends Model {
  static override tableName = 'notifications.messages'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  /** The duplicate id for the SMS gateway, or the Message-ID of an e-mail. */
  declare key: string
  /** Null: to an address of somebody without an account. */
  declare accountId: number | null
  declare channel: number
  declare type: number
  declare address: string | null
  declare subject: string | null
  declare body: string
  declare status: number
  /** Since when it is being sent; still set if the outcome is unknown. */
  declare sendingSince: Date | null
  declare attempts: number
  declare gatewayId: string | null
  declare error: number | null
  /** The gateway's answer in case of a failure. */
  declare detail: string | null
  declare createdAt: Date
  declare sentDate: Date
  declare deliveredAt: Date | null
  /** When somebody dealt with its failure. */
  declare settledAt: Date | null
}

/** A row that a message is about. */
export class MessageSubject extends Model {
  static override tableName = 'notifications.subjects'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['message_id', 'resource_type', 'subject_id']

  declare messageId: number
  declare resourceType: string
  declare subjectId: number
  /** What the message says about the row, as a text that its module defines. */
  declare snapshot: string | null
}
