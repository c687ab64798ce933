import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { Visible } from '../useRows.ts'
import type { Layout } from './groups.ts'

/** Reports which rows are on screen, whenever that changes. */
export function useVisible(
  { range }: Virtualizer<HTMLDivElement, Element>,
  { indexAt }: Layout,
  onVisible: (visible: Visible) => void
): void {
  const first = range ? indexAt(range.startIndex) : 0
  const last = range ? indexAt(range.endIndex) : 0
  useEffect(() => onVisible({ first, last }), [first, last, onVisible])
}
