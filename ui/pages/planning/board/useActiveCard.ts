/** The card that has the focus, or had it last. It keeps the focus where it moves to another column. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ListState } from '../../../parts/list/useListPage.ts'
import type { Column } from './moves.ts'

/** The order of the card that an event happened on. */
export function idOf(target: EventTarget): number | undefined {
  const card = (target as Element).closest<HTMLElement>('[data-card]')
  return card ? Number(card.dataset.card) : undefined
}

export function useActiveCard(
  area: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  states: readonly ListState[]
) {
  const [noted, setNoted] = useState<number>()
  /** Whether a card has the focus, or lost it because it was moved or removed. */
  const isOnCard = useRef(false)
  const isWanted = useRef(false)
  const ids = columns.flatMap(column => column.ids)
  const active = noted !== undefined && ids.includes(noted) ? noted : ids[0]
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isWanted.current && !(isLost && isOnCard.current)) return
    isWanted.current = false
    area.current?.querySelector<HTMLElement>(`[data-card="${active}"]`)?.focus()
  })
  return {
    active,
    /** Gives a card the focus once it is drawn. */
    go: (id: number): void => {
      isWanted.current = true
      setNoted(id)
      area.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus()
    },
    keep: (): void => {
      isWanted.current = true
    },
    handlers: {
      onFocus: ({ target }: FocusEvent): void => {
        const id = idOf(target)
        isOnCard.current = id !== undefined
        if (id === undefined) return
        setNoted(id)
        // keys of commands act on it where nothing is chosen
        for (const { rows, view } of states) {
          const index = rows.indexOf(id)
          if (index !== undefined) view.onMove(index)
        }
      },
      onBlur: ({ relatedTarget }: FocusEvent): void => {
        if (relatedTarget) isOnCard.current = false
      }
    }
  }
}
