import { useMediaQuery, widths } from '../theme/mediaQuery.ts'

/** Whether the window is too narrow for a side menu. */
export const useNarrow = (): boolean => useMediaQuery(`(width < ${widths.narrow}px)`)
