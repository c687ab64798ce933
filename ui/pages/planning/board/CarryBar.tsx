/** What is carried: under the pointer while it is dragged, else in a bar with what can be done with it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../../i18n.ts'

interface CarryBarProps {
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly isDragged: boolean
  readonly text: string
  /** Puts it into the column that is shown, where only one is. */
  readonly onDrop: (() => void) | undefined
  readonly onCancel: () => void
}

export function CarryBar({ ghost, isDragged, text, onDrop, onCancel }: CarryBarProps) {
  const t = useText()
  const first = useRef<HTMLButtonElement>(null)
  const takesFocus = onDrop !== undefined
  // where only one column is shown, the card may be in a hidden one
  useEffect(() => {
    if (takesFocus && !isDragged) first.current?.focus()
  }, [takesFocus, isDragged])
  if (isDragged)
    return (
      <div ref={ghost} className="board-ghost" aria-hidden="true">
        <i className="pi pi-arrows-alt" aria-hidden="true" /> {text}
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
    <div className="board-carry" role="group" aria-label={text}>
      <p>{text}</p>
      {onDrop && (
        <button ref={first} type="button" className="button primary" onClick={onDrop}>
          {t('planning.board.drop')}
        </button>
      )}
      <button type="button" className="button" onClick={onCancel}>
        {t('planning.board.giveBack')}
      </button>
    </div>
  )
}
