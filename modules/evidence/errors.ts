import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwEvidenceError = defineErrors('evidence', {
  noCompany: 422,
  /** The place is not one of the client. */
  noPlace: 422,
  periodReversed: 422,
  /** The period is longer than a year. */
  periodLong: 422,
  /** The period ends in the future. */
  periodFuture: 422,
  /** Nothing was collected from the client in the period. */
  nothingCollected: 422,
  /** More rows than a statement may have. */
  tooManyRows: 422,
  /** A valid statement of the same client, period and place exists. */
  alreadyIssued: 409,
  /** Another factor of transport, or of the same process, is valid on some of the days. */
  factorOverlaps: 409
})

mapConstraints({ statements_valid: 'evidence.alreadyIssued', factors_free: 'evidence.factorOverlaps' })
