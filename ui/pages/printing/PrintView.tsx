/** `orders.print`: the sheets of the selected orders in the order of their routes, each route with its cover. */
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { query } from '../../query.ts'
import { OrderSheet } from './OrderSheet.tsx'
import { PrintFrame } from './PrintFrame.tsx'
import { RouteCover } from './RouteCover.tsx'
import { routeOf, runsOf } from './routes.ts'

export default function PrintView({ rows, close }: TabPartProps) {
  const t = useText()
  const ids = rows.map(({ id }) => id)
  const { data, error, isPending, refetch } = useQuery({
    ...query('orders.order', '/api/Admin/Orders/print', { ids: ids.join() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (isPending) return <Skeleton rows={10} />
  if (!data) return <Failed error={error} retry={() => void refetch()} />
  const runs = runsOf(data.data).map(run => ({ run, route: routeOf(run) }))
  const covers = runs.filter(({ route }) => route).length
  const sheets = runs.map(({ run, route }) => (
    <Fragment key={run[0]?.details.id}>
      {route && <RouteCover route={route} paper={data} />}
      {run.map(sheet => (
        <OrderSheet key={sheet.details.id} sheet={sheet} paper={data} />
      ))}
    </Fragment>
  ))
  const count = t('paper.count', { count: data.data.length })
  const title = covers > 0 ? `${count} + ${t('paper.covers', { count: covers })}` : count
  return <PrintFrame title={title} sheets={sheets} close={close} />
}
