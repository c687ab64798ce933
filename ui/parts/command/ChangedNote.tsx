/**
 * The note at the top of an open form that says that somebody else has changed its row. It appears when the hub reports the
 * change.
 */
import { useText } from '../../i18n.ts'
import { personName } from '../panel/Byline.tsx'
import type { HistoryEntry } from '../panel/TimeLine.tsx'
import { useDetail } from '../panel/useDetail.ts'
import type { CommandHost, Run } from './commandState.ts'
import { aboutOf } from './commandState.ts'

interface ChangedNoteProps {
  readonly run: Run
  readonly host: Pick<CommandHost, 'resourceType' | 'rowNow' | 'history'>
  /** The version that the form was opened with. */
  readonly version: number | undefined
}

export function ChangedNote({ run, host: { resourceType, rowNow, history }, version }: ChangedNoteProps) {
  const t = useText()
  const [row, ...others] = aboutOf(run)
  const now = row && others.length === 0 ? rowNow?.(row.id)?.version : undefined
  const isChanged = now !== undefined && version !== undefined && now > version
  const { data } = useDetail<readonly HistoryEntry[]>(resourceType, row?.id ?? 0, isChanged ? history?.load : undefined)
  const newest = data?.data[0]
  return (
    <div role="status">
      {isChanged && (
        <p className="parts-note note tone-warning">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />{' '}
          {newest && `${personName(newest.user, t('parts.unknownUser'))}: ${newest.statusDescription}. `}
          {t('parts.stale.meanwhile')}
        </p>
      )}
    </div>
  )
}
