import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { Visible } from '../rows/pages.ts'
import type { Items } from './groups.ts'

/** Reports which rows are on screen, whenever that changes. */
export function useVisible(
  { range }: Virtualizer<HTMLDivElement, Element>,
  { indexAt }: Items,
  onVisible: (visible: Visible) => void
): void {
  const first = range ? indexAt(range.startIndex) : 0
  const last = range ? indexAt(range.endIndex) : 0
  useEffect(() => onVisible({ first, last }), [first, last, onVisible])
}
