/** Times and amounts of uploads and links; the largest file is a setting (UPLOAD_MAX_MB). */

const minute = 60_000

/** Long enough for the largest file over a slow phone. */
export const uploadMs = 15 * minute
/** A link is used at once, by a click. */
export const linkMs = 5 * minute
/** A page that shows pictures is looked at for a while; their addresses last once to twice as long. */
export const pictureMs = 10 * minute
/** An upload without a record is removed after this. */
export const unclaimedMs = 24 * 60 * minute
/** A record can be made until an hour before that, so that no record ever loses its file to the removal. */
export const claimMs = unclaimedMs - 60 * minute
/** Uploads of one account that wait for their record. */
export const maxUnclaimed = 100

/** The job that removes the bytes of a file whose record is gone. */
export const removeJob = 'files.remove'
