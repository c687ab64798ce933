/** Which day a page of one day opens with, where its address names none: the one that was looked at last. Pure, but for the storage. */
import { isDay } from '../../../../src/contract/days.ts'

export interface KeptDay {
  readonly day: string
  /** The day on which it was looked at. */
  readonly on: string
}

const storageKey = (list: string): string => `opony.day.${list}`

/** A day that has passed since it was looked at is over: then the page opens with today. */
export const dayToOpen = (kept: KeptDay | undefined, today: string): string =>
  kept && (kept.on === today || kept.day >= today) ? kept.day : today

/** What a stored text says; undefined for a text that is no kept day. */
export function keptIn(text: string | null): KeptDay | undefined {
  const [day, on] = (text ?? '').split(' ')
  return isDay(day) && isDay(on) ? { day, on } : undefined
}

export const keptDay = (list: string): KeptDay | undefined => keptIn(localStorage.getItem(storageKey(list)))
export const keepDay = (list: string, { day, on }: KeptDay): void =>
  localStorage.setItem(storageKey(list), `${day} ${on}`)
