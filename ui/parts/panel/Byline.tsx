/** Who did something, and when: under a step of the time-line and under a comment. */
import { useText } from '../../i18n.ts'
import { instantText } from '../values/formats.tsx'

export interface Person {
  readonly firstName?: string | null
  readonly lastName?: string | null
}

/** The name of who did it: a text, a person, or nobody that is known. */
export function nameOf(user: Person | string | null | undefined, unknown: string): string {
  if (typeof user === 'string') return user || unknown
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return name || unknown
}

interface SignedProps {
  readonly at: string
  readonly who: Person | string | null | undefined
}

export function Signed({ at, who }: SignedProps) {
  const t = useText()
  return (
    <small>
      <time dateTime={at}>{instantText(at)}</time> · {nameOf(who, t('parts.unknownUser'))}
    </small>
  )
}
