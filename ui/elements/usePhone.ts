import { useSyncExternalStore } from 'react'

const query = '(max-width: 640px)'
const subscribe = (listener: () => void): (() => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether rows are drawn as cards. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
