import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwIntegrationError = defineErrors('integrations', {
  /** The feed no longer has what comes after the event that the reader names. */
  eventsGone: 410,
  /** Not an event that there is. */
  unknownEvent: 422,
  /** The body names a company that does not exist. */
  noCompany: 422,
  networkMalformed: 422,
  /** A key would end before it begins. */
  expiryPast: 422,
  addressMalformed: 422,
  /** Only https, except where private addresses are allowed. */
  addressInsecure: 422,
  addressUnknown: 422,
  /** It leads into a private network. */
  addressPrivate: 422,
  /** Neither since when, nor which attempt. */
  replayNothing: 422,
  /** What is to be sent again is not kept any more. */
  replayGone: 409,
  /** The person has reached the limit of calendars. */
  tooManyCalendars: 409,
  periodReversed: 422,
  /** The period of a file is longer than a year. */
  periodLong: 422,
  /** No order was completed in the period of a file, and none was before. */
  nothingToBook: 422,
  /** More orders than one file may have. */
  tooManyOrders: 422
})
