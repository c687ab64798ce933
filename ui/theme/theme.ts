/** The person's theme, kept in local storage, and the computed colours of tokens for drawing on a canvas. */
import { useSyncExternalStore } from 'react'
import { useMediaQuery } from './mediaQuery.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'opony.theme'
const listeners = new Set<() => void>()
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

/** The stored choice; `system` until there is one. */
export function theme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return isTheme(stored) ? stored : 'system'
}

export function setTheme(next: Theme): void {
  localStorage.setItem(storageKey, next)
  applyTheme()
}

/** Sets the theme's attribute on <html>; without the attribute (`system`) the style sheet follows the operating system. */
export function applyTheme(): void {
  const chosen = theme()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)

/** Whether the dark theme is on screen, by choice or by the system. What draws on a canvas must redraw when it changes. */
export function useDark(): boolean {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const chosen = useTheme()
  return chosen === 'system' ? systemIsDark : chosen === 'dark'
}

/** The computed colour of a token (`--accent`) as `rgb(…)`, in the theme on screen. */
export function colour(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  return computed
}
