/** Whether tonnes are more than a capacity, in whole kilograms, because sums of floating-point numbers are not exact. */
export const exceeds = (tonnes: number, capacity: number): boolean =>
  Math.round(tonnes * 1000) > Math.round(capacity * 1000)
