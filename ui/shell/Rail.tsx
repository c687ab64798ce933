/**
 * A group of the collapsed menu: its icon and name, and its pages beside it. The pages open when the pointer is over the group, by a press
 * or by the arrow keys. Esc, a press outside, or moving the focus away closes them.
 */
import type { CSSProperties, KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { indexAfterKey } from '../elements/arrowKeys.ts'
import { useText } from '../i18n.ts'
import { GroupPages, type GroupProps } from './GroupPages.tsx'

/**
 * Delays in milliseconds. A pointer that only passes over the group opens nothing, and the pages stay open while the pointer moves to
 * them.
 */
const openAfter = 120
const closeAfter = 240

export function RailGroup({ group, current, counts }: GroupProps) {
  const t = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<CSSProperties>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (show: boolean, after: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => panel.current?.togglePopover(show), after)
  }
  /** Puts the pages beside the button: aligned with its upper edge, or, low on the screen, with its lower edge. */
  const putBeside = (): void => {
    const box = button.current?.getBoundingClientRect()
    if (!box) return
    const { clientHeight } = document.documentElement
    setPlace(box.top < clientHeight / 2 ? { top: box.top } : { bottom: clientHeight - box.bottom })
  }
  const links = (): HTMLElement[] => [...(panel.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (at === -1) {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowDown') return
      panel.current?.showPopover()
      all[0]?.focus()
    } else if (event.key === 'ArrowLeft') button.current?.focus()
    else {
      const next = indexAfterKey(event.key, at, all.length, 'vertical')
      if (next === undefined) return
      all[next]?.focus()
    }
    event.preventDefault()
  }
  const late = group.pages.filter(page => page.inMenu && (counts.get(page.id)?.marked ?? 0) > 0)
  const isHere = group.pages.some(page => page.id === current?.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the links inside are what is used
    <section
      onPointerEnter={event => event.pointerType === 'mouse' && later(true, openAfter)}
      onPointerLeave={event => event.pointerType === 'mouse' && later(false, closeAfter)}
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) panel.current?.hidePopover()
      }}
    >
      <button
        ref={button}
        type="button"
        className="rail-group"
        aria-expanded={open}
        aria-controls={id}
        aria-current={isHere || undefined}
        onClick={() => {
          clearTimeout(timer.current)
          panel.current?.togglePopover()
        }}
      >
        <i className={`pi pi-${group.icon}`} aria-hidden="true" />
        <span>{t(group.title)}</span>
        {late.map(({ id: page, counted }) => (
          <span key={page} className="visually-hidden">
            {counted?.marked && `, ${t(counted.marked.label, { count: counts.get(page)?.marked })}`}
          </span>
        ))}
        {late.length > 0 && <span className="rail-dot" aria-hidden="true" />}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popup-panel rail-pages"
        style={place}
        onBeforeToggle={event => event.newState === 'open' && putBeside()}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        <h2>{t(group.title)}</h2>
        <GroupPages
          group={group}
          current={current}
          counts={counts}
          onChoose={() => {
            clearTimeout(timer.current)
            panel.current?.hidePopover()
          }}
        />
      </div>
    </section>
  )
}
