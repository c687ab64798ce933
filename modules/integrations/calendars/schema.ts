import { vocabulary } from '../../../src/contract/vocabulary.ts'

/** Whose collections a calendar has. */
export const CalendarKind = vocabulary('integrations.calendarKind', {
  company: { code: 1 },
  vehicle: { code: 2 },
  driver: { code: 3 }
})
