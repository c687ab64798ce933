/** The bell: how much waits, by type; each type leads to its list. Esc closes it, the arrows walk through it. */
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Popup } from '../elements/popup.tsx'
import { useText } from '../i18n.ts'
import type { Said } from './notifications.ts'
import { badgeOf, hearing, sumOf, useNotifications } from './notifications.ts'
import './bell.css'

export function Bell() {
  const t = useText()
  const { data: all, dataUpdatedAt } = useNotifications()
  const waiting = (all ?? []).filter(({ count }) => count > 0)
  const sum = sumOf(waiting)
  const heard = useHeard(all && sum, dataUpdatedAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the arrows of the links inside
    <div className="bell" onKeyDown={walk}>
      <Popup
        label={t('ui.bell', { count: sum })}
        className="bell-panel"
        button={
          <>
            <i className="pi pi-bell" aria-hidden />
            {sum > 0 && (
              <span className="bell-badge" aria-hidden>
                {badgeOf(sum)}
              </span>
            )}
          </>
        }
      >
        <h2>{t('ui.bell.title')}</h2>
        {all && waiting.length === 0 && (
          <p className="bell-none">
            <i className="pi pi-check-circle" aria-hidden />
            {t('ui.bell.none')}
          </p>
        )}
        {!all && <p className="bell-none">{t('ui.bell.unknown')}</p>}
        <ul>
          {waiting.map(({ type, name, icon, tone, to, search, count }) => (
            <li key={type}>
              <Link to={to} search={search as never} data-closes>
                <i className={`pi pi-${icon} tone-${tone}`} aria-hidden />
                <span>{t(`ui.notification.${name}`, { count })}</span>
                <i className="pi pi-chevron-right" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Popup>
      <span className="visually-hidden" role="status">
        {heard !== undefined && t('ui.bell', { count: heard })}
      </span>
    </div>
  )
}

/** The sum to say aloud, changed only when it is worth hearing. */
function useHeard(sum: number | undefined, at: number): number | undefined {
  const said = useRef<Said>(undefined)
  const [heard, setHeard] = useState<number>()
  useEffect(() => {
    if (sum === undefined) return
    const next = hearing(said.current, sum, at)
    said.current = next.said
    if (next.say) setHeard(sum)
  }, [sum, at])
  return heard
}

/** Arrows, Home and End go from link to link; the down arrow on the bell opens it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget.querySelector<HTMLElement>('[popover]')
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[popover] a')]
  if (!panel || links.length === 0) return
  const open = panel.matches(':popover-open')
  if (!open && event.key !== 'ArrowDown') return
  const at = links.indexOf(document.activeElement as HTMLElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % links.length,
    ArrowUp: (Math.max(at, 0) - 1 + links.length) % links.length,
    Home: 0,
    End: links.length - 1
  }
  const next = steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  if (!open) panel.showPopover()
  links[next]?.focus()
}
