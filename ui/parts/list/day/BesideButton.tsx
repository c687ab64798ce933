/** Whether what stands beside the rows of a day is shown, and the button that says so. */
import { useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { useText } from '../../../i18n.ts'
import { useMediaQuery, widths } from '../../../theme/mediaQuery.ts'

const storageKey = 'opony.beside'

/** Whether it is shown, and how to change that. A wide window keeps the choice in this browser. */
export function useBeside(): { readonly isShown: boolean; readonly toggle: () => void } {
  const isWide = useMediaQuery(`(width >= ${widths.compact}px)`)
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) !== 'closed')
  const [isAsked, setAsked] = useState(false)
  const toggle = (): void => {
    if (!isWide) {
      setAsked(!isAsked)
      return
    }
    localStorage.setItem(storageKey, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isShown: isWide ? isOpen : isAsked, toggle }
}

interface BesideButtonProps {
  readonly list: ListMetadata
  readonly isShown: boolean
  readonly onToggle: () => void
}

export function BesideButton({ list, isShown, onToggle }: BesideButtonProps) {
  const t = useText()
  const beside = list.day?.beside
  if (!beside) return null
  return (
    <button
      type="button"
      className="button quiet parts-over-rows"
      aria-expanded={isShown}
      aria-controls={isShown ? 'parts-beside' : undefined}
      onClick={onToggle}
    >
      <i className="pi pi-inbox" aria-hidden="true" />
      <span>{t(`${beside.list.name}.title`)}</span>
    </button>
  )
}
