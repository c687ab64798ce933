/** The frame of both bells: a button with a number, and a list of links under it. The arrow keys move through the links. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { indexAfterKey } from '../elements/arrowKeys.ts'
import { Popup } from '../elements/Popup.tsx'
import { useText } from '../i18n.ts'
import type { LastAnnouncement } from './notifications.ts'
import { badgeOf, nextAnnouncement } from './notifications.ts'

interface BellPopupProps {
  /** Undefined until it is known. */
  readonly sum: number | undefined
  /** When the sum was read, in epoch milliseconds. */
  readonly at: number
  readonly onOpen?: () => void
  readonly children: ReactNode
}

export function BellPopup({ sum, at, onOpen, children }: BellPopupProps) {
  const t = useText()
  const announced = useAnnouncedSum(sum, at)
  const count = sum ?? 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys bubble up from the links inside
    <div className="bell" onKeyDown={onArrowKey}>
      <Popup
        label={t('ui.bell', { count })}
        className="bell-panel"
        {...(onOpen && { onOpen })}
        button={
          <>
            <i className="pi pi-bell" aria-hidden />
            {count > 0 && (
              <span className="bell-badge" aria-hidden>
                {badgeOf(count)}
              </span>
            )}
          </>
        }
      >
        <h2>{t('ui.bell.title')}</h2>
        {children}
      </Popup>
      <span className="visually-hidden" role="status">
        {announced !== undefined && t('ui.bell', { count: announced })}
      </span>
    </div>
  )
}

/** Stands for the list where there is nothing in it. */
export function NoNews() {
  const t = useText()
  return (
    <p className="bell-none">
      <i className="pi pi-check-circle" aria-hidden />
      {t('ui.bell.none')}
    </p>
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
