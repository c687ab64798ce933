import { phoneWindow, useMediaQuery } from '../theme/mediaQuery.ts'

/** Whether the window is a phone's, upright or on its side: rows are drawn as cards, and no field takes the focus by itself. */
export const usePhone = (): boolean => useMediaQuery(phoneWindow)
