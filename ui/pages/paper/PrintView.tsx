/**
 * Sheets of the chosen orders: seen here, and printed from a copy that hangs beside the application. A dialog of the browser
 * is one screen high, and would be printed so; the copy is shown to the printer alone, and all the rest only to the screen.
 */
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { PaperSheet, type Sheet } from './PaperSheet.tsx'
import './paper.css'

export default function PrintView({ rows, close }: TabPartProps) {
  const t = useText()
  const ids = rows.map(({ id }) => id)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['orders.order', 'print', ids],
    queryFn: () => get<{ data: readonly Sheet[] }>('/api/Admin/Orders/print', { ids: ids.join() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (isPending) return <Skeleton rows={10} />
  if (!data) return <Failed error={error} retry={() => void refetch()} />
  const sheets = data.data.map(sheet => <PaperSheet key={sheet.details.id} sheet={sheet} />)
  return (
    <div className="paper">
      <p className="paper-count">{t('paper.count', { count: sheets.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="paper-preview" aria-label={t('paper.preview')} tabIndex={0}>
        {sheets}
      </section>
      <div className="parts-form-end">
        <button type="button" className="button" onClick={close}>
          {t('ui.close')}
        </button>
        <button type="button" className="button primary" onClick={() => window.print()} data-autofocus>
          <i className="pi pi-print" aria-hidden />
          {t('paper.print')}
        </button>
      </div>
      {createPortal(
        <div className="paper-printed" aria-hidden>
          {sheets}
        </div>,
        document.body
      )}
    </div>
  )
}
