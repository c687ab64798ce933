/**
 * `orders.print`: the sheets of the selected orders, as a preview. Printed is a copy of them outside the application's root,
 * because a browser prints a dialog only as high as the screen; style sheets show the copy to the printer alone.
 */
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { OrderSheet, type Sheet } from './OrderSheet.tsx'
import './printing.css'

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
  const sheets = data.data.map(sheet => <OrderSheet key={sheet.details.id} sheet={sheet} />)
  return (
    <div className="print-view">
      <p className="print-count">{t('paper.count', { count: sheets.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the preview scrolls, so it must be reached by the keyboard */}
      <section className="print-preview" aria-label={t('paper.preview')} tabIndex={0}>
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
        <div className="print-copy" aria-hidden>
          {sheets}
        </div>,
        document.body
      )}
    </div>
  )
}
