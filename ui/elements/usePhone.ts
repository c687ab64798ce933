import { area } from '../session.ts'
import { phoneWindow, useMediaQuery, widths } from '../theme/mediaQuery.ts'

/**
 * Whether the window is that of a phone, in portrait or landscape format: rows are drawn as cards, and no field gets the focus by
 * itself.
 */
export const usePhone = (): boolean => useMediaQuery(phoneWindow)

/**
 * Whether rows are cards: on a phone, and on the portal in any window without a side menu, which would cut its grid off. The office keeps
 * its grid there, because its people compare rows.
 */
export function useCards(): boolean {
  const isPhone = usePhone()
  const isNarrow = useMediaQuery(`(width < ${widths.narrow}px)`)
  return isPhone || (isNarrow && area() === 'portal')
}
