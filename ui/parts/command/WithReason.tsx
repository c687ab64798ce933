import type { ReactNode } from 'react'
import { useId } from 'react'

interface WithReasonProps {
  /** Why the button inside is disabled; undefined if it is enabled. */
  readonly reason: string | undefined
  /** Draws the button, with this id as its `aria-describedby`. */
  readonly children: (describedBy: string | undefined) => ReactNode
}

/** Shows under a disabled button why it is disabled: to the pointer, to the keyboard and to a screen reader. */
export function WithReason({ reason, children }: WithReasonProps) {
  const id = useId()
  return (
    <span className="parts-reason-anchor">
      {children(reason === undefined ? undefined : id)}
      {reason && (
        <span id={id} role="tooltip" className="parts-reason">
          {reason}
        </span>
      )}
    </span>
  )
}
