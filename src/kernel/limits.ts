/**
 * Limits of calls. How large a body may be: Parsing takes time of the event loop, which all requests share: a body of the larger limit takes 20 ms
 * at worst, and is refused in less than 50. Files are not sent in such bodies.
 */
import { defined } from './defined.ts'

/** Most bytes of a body where no session is needed, and where there is no such route. */
export const maxStrangersBodyBytes = 16_384

/** Most bytes of any other body: enough for a list of 500 rows with all their fields. */
export const maxBodyBytes = 131_072

/**
 * Most names of fields in a body: those of 500 rows of sixteen fields. An object of many different names takes several times as long to parse as
 * anything else of its size.
 */
export const maxBodyNames = 8_000

/** The same of a call that brings what a device has gathered without a connection: two hundred bytes for each of a thousand events. */
export const maxBatchBytes = 262_144
export const maxBatchNames = 12_000

/** Most rows of a call without pages: more than people read at once. */
export const maxRows = 1_000

/** The answer of such a call, whose statement stops at `maxRows`. If it has that many rows, it says that there may be more. */
export const allRows = <Row>(data: readonly Row[]) => ({
  data,
  total: data.length,
  ...defined({ totalCapped: data.length < maxRows ? undefined : (true as const) })
})
