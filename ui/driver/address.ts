/** Which screen is shown: the address's fragment, so that the phone's way back works, also without signal. */
import { useSyncExternalStore } from 'react'

export type Screen = { readonly name: 'day'; readonly date: string | undefined } | StopScreen
export interface StopScreen {
  readonly name: 'stop'
  readonly date: string
  readonly orderId: number
  /** The form that lies over the stop. */
  readonly form: string | undefined
}

/** `#/2026-11-28`, `#/2026-11-28/17`, `#/2026-11-28/17/loaded`. */
export function screenOf(fragment: string): Screen {
  const [date = '', orderId = '', form] = fragment.replace(/^#?\/?/, '').split('/')
  const id = Number(orderId)
  if (date && Number.isSafeInteger(id) && id > 0) return { name: 'stop', date, orderId: id, form }
  return { name: 'day', date: date || undefined }
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export const useScreen = (): Screen => screenOf(useSyncExternalStore(subscribe, () => location.hash))

export const dayHref = (date: string): string => `#/${date}`
export const stopHref = (date: string, orderId: number, form?: string): string =>
  `#/${date}/${orderId}${form ? `/${form}` : ''}`

/** Leaves a form as the phone's way back does, so that it is not found again behind the stop. */
export const leaveForm = (): void => history.back()
