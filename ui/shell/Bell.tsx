/** The bell: counts by notification type, each a link to its list. The arrow keys move through the links. */
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { indexAfterKey } from '../elements/arrowKeys.ts'
import { Popup } from '../elements/Popup.tsx'
import { useText } from '../i18n.ts'
import { badgeOf, type LastAnnouncement, nextAnnouncement, sumOf, useNotifications } from './notifications.ts'

export function Bell() {
  const t = useText()
  const { data: all, dataUpdatedAt } = useNotifications()
  const pending = (all ?? []).filter(({ count, isSilenced }) => count > 0 && !isSilenced)
  const sum = sumOf(pending)
  const announced = useAnnouncedSum(all && sum, dataUpdatedAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys bubble up from the links inside
    <div className="bell" onKeyDown={onArrowKey}>
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
        {all && pending.length === 0 && (
          <p className="bell-none">
            <i className="pi pi-check-circle" aria-hidden />
            {t('ui.bell.none')}
          </p>
        )}
        {!all && <p className="bell-none">{t('ui.bell.unknown')}</p>}
        <ul>
          {pending.map(({ code, name, icon, tone, to, search, count }) => (
            <li key={code}>
              <Link to={to} search={search as never} data-closes-popup>
                <i className={`pi pi-${icon} tone-${tone}`} aria-hidden />
                <span>{t(`ui.notification.${name}`, { count })}</span>
                <i className="pi pi-chevron-right" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Popup>
      <span className="visually-hidden" role="status">
        {announced !== undefined && t('ui.bell', { count: announced })}
      </span>
    </div>
  )
}

interface Announcement {
  /** The counts that were considered last: their sum, and when they came. */
  readonly sum: number
  readonly at: number
  readonly last: LastAnnouncement
  readonly announced: number | undefined
}

/**
 * The sum that a screen reader announces. It changes only when there is something to announce.
 * @param at when the counts came, in epoch milliseconds
 */
function useAnnouncedSum(sum: number | undefined, at: number): number | undefined {
  const [before, setBefore] = useState<Announcement>()
  if (sum === undefined || (before?.sum === sum && before.at === at)) return before?.announced
  const { announce, last } = nextAnnouncement(before?.last, sum, at)
  const announced = announce ? sum : before?.announced
  setBefore({ sum, at, last, announced })
  return announced
}

/** The arrows, Home and End move the focus among the links. The down arrow opens a closed bell. */
function onArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget.querySelector<HTMLElement>('[popover]')
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[popover] a')]
  if (!panel || links.length === 0) return
  const open = panel.matches(':popover-open')
  if (!open && event.key !== 'ArrowDown') return
  const at = links.indexOf(document.activeElement as HTMLElement)
  const target = indexAfterKey(event.key, at, links.length, 'vertical')
  if (target === undefined) return
  event.preventDefault()
  if (!open) panel.showPopover()
  links[target]?.focus()
}
