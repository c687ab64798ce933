/** The chosen theme, kept in local storage, and the tokens' computed colours for what draws on a canvas. */
import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const key = 'opony.theme'
const listeners = new Set<() => void>()
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

/** The person's choice; `system` until one is made. */
export function theme(): Theme {
  const stored = localStorage.getItem(key)
  return isTheme(stored) ? stored : 'system'
}

/** Puts the theme on <html>; `system` leaves the choice to the system's own setting. */
export function setTheme(next: Theme): void {
  localStorage.setItem(key, next)
  applyTheme()
}

export function applyTheme(): void {
  const chosen = theme()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)

const isDark = (): boolean => {
  const chosen = theme()
  return chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

/** Whether dark is on screen now, by choice or by the system: redraw canvases when it changes. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)

/** The computed colour of a token (`--accent`) as `rgb(…)`, in the theme on screen. */
export function colour(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  return computed
}
