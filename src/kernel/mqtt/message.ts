/** A message as it was received, from either broker. Who sent it and what it means is decided by the receiver. */
export interface Message {
  readonly topic: string
  readonly payload: Uint8Array
}

/** Longest packet that either broker may deliver, with topic and header: a full message of 500 readings is 50 kB. */
export const maxPacketBytes = 300 * 1024

/** Resolves when the message is safe: only then is it acknowledged. A rejection leaves it unacknowledged, to come again. */
export type Receive = (message: Message) => Promise<void>

/** The same receiver, with anything thrown turned into a rejection: nothing would catch an error thrown in the brokers' hooks. */
export const neverThrowing =
  (receive: Receive): Receive =>
  message => {
    try {
      return receive(message)
    } catch (error) {
      return Promise.reject(error)
    }
  }

/** The part of a Fastify logger that is used here. */
export interface Log {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}
