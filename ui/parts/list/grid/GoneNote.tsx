/** The note over a row that has left the list: what was done with it and by whom, if its history is known. */
import { useText } from '../../../i18n.ts'
import { personName } from '../../panel/Byline.tsx'
import type { HistoryEntry } from '../../panel/TimeLine.tsx'
import { useDetail } from '../../panel/useDetail.ts'

interface GoneNoteProps {
  readonly resourceType: string
  readonly id: number
  /** The path that its history is read from. */
  readonly history: string | undefined
}

export function GoneNote({ resourceType, id, history }: GoneNoteProps) {
  const t = useText()
  const { data } = useDetail<readonly HistoryEntry[]>(resourceType, id, history)
  const newest = data?.data[0]
  return (
    <span className="parts-gone-note">
      {newest ? `${newest.statusDescription} · ${personName(newest.user, t('parts.unknownUser'))}` : t('parts.gone')}
    </span>
  )
}
