/**
 * A group of the collapsed menu: its icon and name, and its pages beside it. The pages open when the pointer is over the group, by a press
 * or by the arrow keys. Esc, a press outside, or moving the focus away closes them.
 */
import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { indexAfterKey } from '../elements/arrowKeys.ts'
import { beside, usePopover } from '../elements/usePopover.ts'
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
  const { open, button, panel, panelProps } = usePopover(beside)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const later = (show: boolean, after: number): void => {
    clearTimeout(timer.current)
    // where the group is removed by then, there is no panel
    timer.current = setTimeout(() => panel.current?.togglePopover(show), after)
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
        aria-controls={panelProps.id}
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
      <div ref={panel} {...panelProps} className="popup-panel rail-pages">
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
