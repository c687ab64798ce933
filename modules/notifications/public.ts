/** The public API of notifications: queues messages to people, in the transaction of the change that they report. */
export {
  clientNews,
  type NetChange,
  type News,
  type NewsContext,
  type NewsEvent,
  type Occasion
} from './news/source.ts'
export { tellAddress, tellClient } from './news/tell.ts'
export {
  isUnderWay,
  messageSecrets,
  onMessageDelivered,
  queueMessage,
  type Say,
  type SendJob,
  type Subject,
  snapshotParts,
  underWay,
  type Words
} from './queue.ts'
export { messagesAbout } from './statements.ts'
