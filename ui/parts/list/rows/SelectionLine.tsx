/** Shows how many rows are selected and their sums, and offers to select all rows that match the search and filters. */
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { useAttempt } from '../../../elements/useAttempt.ts'
import { useText } from '../../../i18n.ts'
import { useFormatContext } from '../../values/formats.tsx'
import type { ListState } from '../useListPage.ts'
import { maxSelected } from './matching.ts'
import { sumTexts } from './sums.ts'

interface SelectionLineProps {
  readonly list: ListMetadata
  readonly state: Pick<ListState, 'url' | 'rows' | 'selectedRows' | 'extent' | 'selectMatching' | 'deselect'>
}

export function SelectionLine({ list, state }: SelectionLineProps) {
  const t = useText()
  const context = useFormatContext()
  const { url, rows, selectedRows, extent, selectMatching, deselect } = state
  const [busy, begin] = useAttempt()
  const count = url.rows.length
  const total = rows.total ?? 0
  const hasMore = list.selection === 'many' && extent === 'all' && total > count && count < maxSelected
  if (count < 2) return null

  const offer = total > maxSelected || rows.totalCapped ? 'parts.selectFirst' : 'parts.selectMatching'
  return (
    <>
      <p className="parts-chosen">{t('parts.chosen', { count })}</p>
      {sumTexts(list.sums ?? [], selectedRows, context).map(text => (
        <p key={text} className="parts-sum">
          {text}
        </p>
      ))}
      {hasMore && (
        <button type="button" className="link" aria-disabled={busy} onClick={() => void begin(selectMatching)}>
          {t(offer, { count: Math.min(total, maxSelected) })}
        </button>
      )}
      <button type="button" className="link" onClick={deselect}>
        {t('parts.deselect')}
      </button>
    </>
  )
}

/** The check box in the header of the rows: selects all loaded rows, or none. */
export function SelectAll({
  state: { extent, selectAll, deselect }
}: {
  readonly state: Pick<ListState, 'extent' | 'selectAll' | 'deselect'>
}) {
  const t = useText()
  return (
    <input
      type="checkbox"
      className="parts-select-all"
      aria-label={t('ui.keys.all')}
      aria-keyshortcuts="Control+A"
      checked={extent === 'all'}
      ref={element => {
        if (element) element.indeterminate = extent === 'some'
      }}
      onChange={() => (extent === 'all' ? deselect() : selectAll())}
    />
  )
}
