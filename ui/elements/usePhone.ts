import { phoneWindow, useMediaQuery } from '../theme/mediaQuery.ts'

/**
 * Whether the window is that of a phone, in portrait or landscape format: rows are drawn as cards, and no field gets the focus by
 * itself.
 */
export const usePhone = (): boolean => useMediaQuery(phoneWindow)
