/** What stands over a row that is no more in the list: what was done with it and by whom, where its history says so. */
import { useText } from '../../i18n.ts'
import { nameOf } from '../panel/Byline.tsx'
import type { HistoryEntry } from '../panel/TimeLine.tsx'
import { useDetail } from '../panel/useDetail.ts'

interface GoneNoteProps {
  readonly resourceType: string
  readonly id: number
  /** The call of its history. */
  readonly history: string | undefined
}

export function GoneNote({ resourceType, id, history }: GoneNoteProps) {
  const t = useText()
  const { data } = useDetail<readonly HistoryEntry[]>(resourceType, id, history)
  const newest = data?.data[0]
  return (
    <span className="parts-gone-note">
      {newest ? `${newest.statusDescription} · ${nameOf(newest.user, t('parts.unknownUser'))}` : t('parts.gone')}
    </span>
  )
}
