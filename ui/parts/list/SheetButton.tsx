/** Downloads the list as a spreadsheet: all rows of the present search, filters and sort, in the columns that the person sees. */
import type { ListMetadata } from '../../../src/contract/list.ts'
import { alerts } from '../../alerts.ts'
import { download } from '../../api.ts'
import { useAttempt } from '../../elements/useAttempt.ts'
import { useText } from '../../i18n.ts'
import { sheetColumns } from './columns/sheetColumns.ts'
import { useLayout } from './columns/useLayout.ts'
import { type ListUrl, pageQuery } from './listUrl.ts'

interface SheetButtonProps {
  readonly list: ListMetadata
  /** The list without a view. */
  readonly plain: ListMetadata
  readonly url: ListUrl
}

export function SheetButton({ list, plain, url }: SheetButtonProps) {
  const t = useText()
  const { columns } = useLayout(list)
  const [busy, begin] = useAttempt()
  const { sheet } = list
  if (!sheet) return null
  const fetchSheet = async (): Promise<void> => {
    const { page: _page, limit: _limit, ...query } = pageQuery(list, url, 1)
    await download(sheet, { ...query, Columns: sheetColumns(list, plain, columns) })
    alerts.success(t('parts.sheet.done'))
  }
  return (
    <button
      type="button"
      className="button quiet parts-over-rows parts-sheet"
      aria-disabled={busy}
      aria-label={t('parts.sheet')}
      onClick={() => void begin(fetchSheet)}
    >
      <i className={`pi ${busy ? 'pi-spinner parts-spin' : 'pi-file-excel'}`} aria-hidden="true" />
      <span>{t('parts.sheet')}</span>
    </button>
  )
}
