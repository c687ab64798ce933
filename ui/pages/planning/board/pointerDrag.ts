/**
 * Dragging cards by pointer events: by the mouse anywhere on a card, by a finger or a pen on its handle, because elsewhere a finger scrolls.
 * A press that moves less than a few pixels stays a click. While a card is dragged near an edge, what lies under it scrolls.
 */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { type Place, type Target, takenWith } from './moves.ts'

export interface DragHost {
  /** The element that shows what is dragged, under the pointer. */
  readonly ghost: () => HTMLElement | null
  /** The orders that are chosen in the column of a card. */
  readonly chosenWith: (id: number) => readonly number[]
  readonly onStart: (ids: readonly number[]) => void
  /** Undefined where a drop would mean nothing. */
  readonly onOver: (target: Target | undefined) => void
  readonly onDrop: (ids: readonly number[], target: Target | undefined) => void
  readonly onCancel: (ids: readonly number[]) => void
}

/** Pixels until a press is a drag. */
const threshold = 5
/** Pixels from an edge at which scrolling begins, and pixels that are scrolled at each frame. */
const edge = 56
const speed = 12

const cardOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-card]') ?? null
const idOf = (card: HTMLElement): number => Number(card.dataset.card)
const placeOf = (text: string | undefined): Place => (text === 'toPlan' ? text : Number(text))

/** Where a drop at this point of the window would put the cards. */
function targetAt(x: number, y: number, carried: readonly number[]): Target | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')
  if (!column) return undefined
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(card => !carried.includes(idOf(card)))
  const above = cards.filter(card => {
    const { top, height } = card.getBoundingClientRect()
    return y > top + height / 2
  })
  return { place: placeOf(column.dataset.place), at: above.length }
}

const towards = (at: number, from: number, to: number): number =>
  at < from + edge ? -speed : at > to - edge ? speed : 0

/** Scrolls the board and the column under the pointer while that is near their edges. */
function scrollAt(x: number, y: number): void {
  const under = document.elementFromPoint(x, y)
  const board = under?.closest('.board-columns')
  const cards = under?.closest('[data-place]')?.querySelector('[data-scrolls]')
  if (board) {
    const { left, right } = board.getBoundingClientRect()
    board.scrollLeft += towards(x, left, right)
  }
  if (cards) {
    const { top, bottom } = cards.getBoundingClientRect()
    cards.scrollTop += towards(y, top, bottom)
  }
}

/** One drag, from the press to its end. */
class Drag {
  private readonly host: DragHost
  private readonly card: HTMLElement
  private readonly start: PointerEvent
  private last: PointerEvent
  private carried: readonly number[] = []
  private frame = 0
  private readonly end = new AbortController()

  constructor(host: DragHost, card: HTMLElement, start: PointerEvent) {
    this.host = host
    this.card = card
    this.start = start
    this.last = start
    const { signal } = this.end
    addEventListener('pointermove', this.onMove, { signal })
    addEventListener('pointerup', this.onUp, { signal })
    addEventListener('pointercancel', this.cancel, { signal })
    addEventListener('blur', this.cancel, { signal })
    addEventListener('keydown', this.onKey, { signal, capture: true })
  }

  private get isDragging(): boolean {
    return this.carried.length > 0
  }

  private readonly onMove = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return
    this.last = event
    const { clientX: x, clientY: y } = event
    if (!this.isDragging) {
      if (Math.hypot(x - this.start.clientX, y - this.start.clientY) < threshold) return
      this.begin()
    }
    this.show()
  }

  private begin(): void {
    const id = idOf(this.card)
    this.carried = takenWith(id, this.host.chosenWith(id))
    getSelection()?.removeAllRanges()
    this.host.onStart(this.carried)
    this.frame = requestAnimationFrame(this.onFrame)
  }

  private readonly onFrame = (): void => {
    scrollAt(this.last.clientX, this.last.clientY)
    this.show()
    this.frame = requestAnimationFrame(this.onFrame)
  }

  private show(): void {
    const { clientX: x, clientY: y } = this.last
    const ghost = this.host.ghost()
    if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`
    this.host.onOver(targetAt(x, y, this.carried))
  }

  private readonly onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return
    const wasDragging = this.isDragging
    this.stop()
    if (!wasDragging) return
    // the click that follows a drag is none
    addEventListener('click', stopClick, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stopClick, { capture: true }))
    this.host.onDrop(this.carried, targetAt(event.clientX, event.clientY, this.carried))
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    this.cancel()
  }

  private readonly cancel = (): void => {
    const wasDragging = this.isDragging
    this.stop()
    if (wasDragging) this.host.onCancel(this.carried)
  }

  private stop(): void {
    cancelAnimationFrame(this.frame)
    this.end.abort()
  }
}

function stopClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Handles a press on the board: it may become a drag. @param host must stay good until its end */
export function pressToDrag({ nativeEvent: event }: ReactPointerEvent, host: DragHost): void {
  if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return
  const card = cardOf(event.target)
  const isOnHandle = event.target.closest('[data-handle]') !== null
  if (!card || (event.pointerType !== 'mouse' && !isOnHandle)) return
  new Drag(host, card, event)
}
