import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { EnumOf, Id, Instant, Nullable } from '../../src/kernel/schema.ts'

export const MessageChannel = vocabulary('notifications.channel', { sms: { code: 0 }, email: { code: 1 } })

export const MessageStatus = vocabulary('notifications.status', {
  inProgress: { code: 0, tone: 'info' },
  sent: { code: 1, tone: 'success' },
  delivered: { code: 2, tone: 'success' },
  error: { code: 3, tone: 'danger' }
})

/** The subject of a message. */
export const MessageType = vocabulary('notifications.type', {
  newOrders: { code: 0 },
  expiredOrders: { code: 1 },
  companiesToVerify: { code: 2 },
  usersToVerify: { code: 3 },
  placesToVerify: { code: 4 },
  orderForDriver: { code: 5 },
  /** A monthly report is ready. This and later codes are not in the specification, whose codes end at 5. */
  report: { code: 6 },
  /** What has happened to the orders, the places and the account of a client. */
  clientNews: { code: 7 },
  /** The link by which a driver's phone becomes a device. */
  driverLink: { code: 8 }
})

/** Why a message has failed. */
export const MessageError = vocabulary('notifications.error', {
  /** The process or the connection ended while it was being sent: it may have been sent, and is not sent again. */
  unknown: { code: 0, tone: 'warning' },
  /** The address is not valid. */
  address: { code: 1, tone: 'danger' },
  refused: { code: 2, tone: 'danger' },
  unreachable: { code: 3, tone: 'danger' },
  undelivered: { code: 4, tone: 'danger' },
  /** The phone was off for longer than the network keeps messages. */
  expired: { code: 5, tone: 'danger' },
  /** This is a copy of another installation, which sends nothing (OUTSIDE=off). */
  held: { code: 6, tone: 'neutral' }
})

/** What the bell and the tiles count. */
export const NotificationType = vocabulary(
  'notifications.bell',
  {
    newOrders: { code: 0 },
    overdueOrders: { code: 1 },
    clientsToVerify: { code: 2 },
    usersToVerify: { code: 3 },
    placesToVerify: { code: 4 },
    /** Orders with an unanswered comment of a client. This and later codes are not in the specification, whose codes end at 4. */
    clientComments: { code: 5 },
    /** Orders that could not be sent to the accounting system. */
    failedSyncs: { code: 6 },
    /** People who have signed up as staff and wait to be confirmed. */
    staffSignUps: { code: 7 },
    /** Clients that are verified and wait for their activation. */
    clientsToActivate: { code: 8 },
    /** Jobs that have failed for good, such as letters of accounts that no mail server took. */
    failedJobs: { code: 9 },
    /** E-mails and SMS that did not reach their gateway, or may not have. */
    failedMessages: { code: 10 },
    /** Webhooks that the application has turned off. */
    webhooksGivenUp: { code: 11 },
    /** Transfer cards whose receipt or transport the business is to confirm. */
    cardsToConfirm: { code: 12 },
    /** Transfer cards that their receiver has rejected. */
    cardsRejected: { code: 13 },
    /** Lists of the waste register that were not read for an hour. */
    registerNotRead: { code: 14 },
    /** What drivers tell of orders that the office had changed meanwhile. */
    roadConflicts: { code: 17 }
  },
  { onlyFor: ['ADMIN'] }
)

/** What clients are told of. Its codes are others than those of the bell, beside which preferences are stored. */
export const ClientNews = vocabulary('notifications.news', {
  /** The account, the company or a reception place was activated. */
  activated: { code: 20 },
  /** Somebody asks to join the company; for client administrators. */
  colleagueAsks: { code: 29 },
  /** An order was placed, by the person or by the staff. */
  orderPlaced: { code: 26 },
  orderAccepted: { code: 21 },
  /** The day of the collection was set, changed or called off. */
  orderPlanned: { code: 22 },
  orderChanged: { code: 23 },
  orderCanceled: { code: 24 },
  orderCompleted: { code: 25 },
  orderInvoiced: { code: 27 },
  /** The staff have written a comment for the client. */
  orderAnswered: { code: 28 }
})

/** What a client was told of, as the bell of the portal lists it. */
export const OwnNews = Type.Object({
  id: Id,
  title: Type.String(),
  text: Type.String({ description: 'what has happened, in a few words' }),
  path: Type.String({ description: 'where the portal shows it' }),
  at: Instant,
  isRead: Type.Boolean()
})

/** A message to a person, as lists show it. */
export const SentMessage = Type.Object({
  id: Id,
  body: Type.String(),
  channel: EnumOf(MessageChannel),
  status: EnumOf(MessageStatus),
  type: EnumOf(MessageType),
  sentDate: Type.String({ ...Instant, description: 'when the gateway took it; until then, when it was ordered' }),
  to: Nullable(Type.String({ description: 'phone or e-mail that was used; null once the person is erased' })),
  error: Nullable(EnumOf(MessageError))
})

export const Notification = Type.Object({
  notificationType: EnumOf(NotificationType),
  count: Type.Integer({ minimum: 0 }),
  isSilenced: Type.Optional(
    Type.Literal(true, { description: 'the caller’s bell does not ring for it; tiles show it' })
  )
})
