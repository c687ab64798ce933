/** When something was done and by whom: for an entry of the history, or a comment. */
import { useText } from '../../i18n.ts'
import { minuteText } from '../values/formats.tsx'

export interface Person {
  readonly firstName?: string | null
  readonly lastName?: string | null
}

/** The name of a person, who may be given as a text, as first and last name, or not at all: then `unknown`. */
export function personName(user: Person | string | null | undefined, unknown: string): string {
  if (typeof user === 'string') return user || unknown
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return name || unknown
}

interface BylineProps {
  readonly at: string
  readonly who: Person | string | null | undefined
}

export function Byline({ at, who }: BylineProps) {
  const t = useText()
  return (
    <small>
      <time dateTime={at}>{minuteText(at)}</time> · {personName(who, t('parts.unknownUser'))}
    </small>
  )
}
