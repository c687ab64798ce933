/**
 * A day, typed as people write it or picked from a month. The calendar is our own: a native date input writes
 * mm/dd/yyyy wherever the browser is English, and PrimeReact's weighs more than the rest of a form.
 */

import type { FocusEvent, InputHTMLAttributes, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { dayOf, isDay } from '../../../src/contract/days.ts'
import type { FieldHint } from '../../../src/contract/form.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { useListener } from '../../elements/useListener.ts'
import { useResize } from '../../elements/useResize.ts'
import { useText } from '../../i18n.ts'
import { dayText } from '../values/dayText.ts'
import { parseDay } from './days.ts'
import './day.css'

const DayGrid = lazyPart(() => import('./DayGrid.tsx')).Component

/** The largest size of the calendar, to decide where it fits; in pixels, like its distance from its box and from the edges. */
const size = { width: 340, height: 420 }
const distance = 4
const edge = 8

export interface DayBoxProps {
  readonly id: string
  /** `YYYY-MM-DD`; any other text is shown as it was typed. */
  readonly value: unknown
  readonly days?: FieldHint['days'] | undefined
  readonly readOnly?: boolean
  /** Further attributes of the box: its name, and what describes it. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>
  /** Gets a day, `undefined` for blank, or a text that is no day. */
  readonly onChange: (value: string | undefined) => void
  readonly onBlur?: () => void
}

export function DayBox({ id, value, days, readOnly = false, input, onChange, onBlur }: DayBoxProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const today = dayOf(new Date())
  const bounds = { from: days?.from && today, to: days?.to && today }

  const settle = (): void => {
    if (typed === undefined) return
    onChange(parseDay(typed, today))
    setTyped(undefined)
  }
  const moveToBox = (): void => {
    const box = place.current?.getBoundingClientRect()
    if (!box || !panel.current) return
    const below = box.bottom + distance + size.height <= innerHeight
    const above = !below && box.top >= size.height + distance
    const top = below ? box.bottom + distance : Math.max(edge, innerHeight - size.height - edge)
    const { style } = panel.current
    style.left = `${Math.max(edge, Math.min(box.left, innerWidth - size.width - edge))}px`
    style.top = above ? 'auto' : `${top}px`
    style.bottom = above ? `${innerHeight - box.top + distance}px` : 'auto'
  }
  // the open calendar stays at its box when the window or the form changes its size (by a message above the box, too) and on scrolling
  useListener('resize', moveToBox, { active: open })
  useListener('scroll', moveToBox, { active: open, capture: true })
  useResize(
    () => (open ? [place.current?.closest('form') ?? document.body] : []),
    () => open && moveToBox(),
    String(open)
  )
  const close = (): void => {
    panel.current?.hidePopover()
    document.getElementById(id)?.focus()
  }
  const leave = (event: FocusEvent): void => {
    settle()
    if (!place.current?.contains(event.relatedTarget)) onBlur?.()
  }
  const onGridKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <div ref={place} className="parts-day">
      <input
        {...input}
        id={id}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('parts.day.mask')}
        value={typed ?? (isDay(value) ? dayText(value) : String(value ?? ''))}
        readOnly={readOnly}
        onChange={event => {
          setTyped(event.target.value)
          onChange(parseDay(event.target.value, today, true))
        }}
        onKeyDown={event => event.key === 'Enter' && settle()}
        onBlur={leave}
      />
      {!readOnly && (
        <button
          type="button"
          className="button quiet icon"
          popoverTarget={`${id}-calendar`}
          aria-label={t('parts.day.open')}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          <i className="pi pi-calendar" aria-hidden="true" />
        </button>
      )}
      <div
        ref={panel}
        id={`${id}-calendar`}
        popover="auto"
        role="dialog"
        aria-label={t('parts.day.open')}
        className="parts-calendar"
        onBeforeToggle={moveToBox}
        onToggle={event => setOpen(event.newState === 'open')}
        onKeyDown={onGridKey}
      >
        {open && (
          <Boundary small waiting={null}>
            <DayGrid
              value={isDay(value) ? value : undefined}
              today={today}
              bounds={bounds}
              onChoose={day => {
                setTyped(undefined)
                onChange(day)
                close()
              }}
            />
          </Boundary>
        )}
      </div>
    </div>
  )
}
