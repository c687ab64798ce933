/**
 * How large a body may be. Parsing is paid for in time of the event loop, which everyone shares: a body of the larger limit
 * takes 20 ms at worst, and is refused in less than 50. Files do not travel in bodies.
 */

/** Bytes of a body where no session is needed, and where there is no route at all. */
export const strangersBodyLimit = 16_384

/** Bytes of any other body: a list of 500 rows with all their fields has room. */
export const bodyLimit = 131_072
