import { useMediaQuery, widths } from '../theme/mediaQuery.ts'

/** Whether the window is as narrow as a phone: rows are drawn as cards, and no field takes the focus by itself. */
export const usePhone = (): boolean => useMediaQuery(`(width < ${widths.phone}px)`)
