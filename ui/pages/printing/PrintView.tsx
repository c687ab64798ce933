/** `orders.print`: the sheets of the selected orders. */
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { OrderSheet, type Sheet } from './OrderSheet.tsx'
import { PrintFrame } from './PrintFrame.tsx'

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
  return <PrintFrame title={t('paper.count', { count: sheets.length })} sheets={sheets} close={close} />
}
