/** Limits of uploads and links. Times are in milliseconds. The maximum size of a file is a setting (UPLOAD_MAX_MB). */

const minute = 60_000

/** How long the key of an upload is valid: long enough for the largest file over a slow connection. */
export const uploadMs = 15 * minute
/** How long a link is valid: it is used at once, by a click. */
export const linkMs = 5 * minute
/** How long the URL of a picture is valid, at least; at most twice as long. */
export const pictureMs = 10 * minute
/** How long an upload is kept that has no record. */
export const unclaimedMs = 24 * 60 * minute
/** How long an upload can be attached: an hour less, so that the removal never affects an attached file. */
export const claimMs = unclaimedMs - 60 * minute
/** The most uploads of one account that have no record yet. */
export const maxUnclaimed = 100

/** The job that removes the bytes of a file whose record is gone. */
export const removeJob = 'files.remove'
