/** The public API of notifications: queues messages to people, in the transaction of the change that they report. */
export {
  clientNews,
  type Fields,
  type NetChange,
  type News,
  type NewsContext,
  type NewsEvent,
  type NewsSource
} from './news/source.ts'
export {
  type About,
  isUnderWay,
  type MessageOrder,
  onMessageDelivered,
  queueMessage,
  type Receiver,
  type Say,
  type SendJob,
  type Subject,
  sendJob,
  snapshotParts,
  type UnderWay,
  underWay,
  type Words
} from './queue.ts'
