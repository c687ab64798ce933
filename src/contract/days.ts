/** Business days are days in Warsaw. */
const warsaw = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Warsaw',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit'
})

/** `YYYY-MM-DD`: the day in Warsaw at the instant. */
export const dayOf = (instant: Date): string => warsaw.format(instant)

/** The year in Warsaw at the instant. */
export const yearOf = (instant: Date): number => Number(dayOf(instant).slice(0, 4))
