/** A message as it came, from either broker. Whose it is and what it says is its receiver's business. */
export interface Message {
  readonly topic: string
  readonly payload: Uint8Array
}

/** The longest packet that either broker may bring, topic and header included: a full message of 500 readings is 50 kB. */
export const maxPacketBytes = 300 * 1024

/** Resolves when the message is safe: only then is it acknowledged. A rejection leaves it unacknowledged, to come again. */
export type Receive = (message: Message) => Promise<void>

/** The same receiver, whose throw is a rejection too: the brokers' hooks are called where nothing catches a throw. */
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
